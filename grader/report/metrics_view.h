#pragma once
#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "grader/core/scraped_sample.h"

namespace gridmark::report {

/// The last readings of an endpoint: a table with a curve for each value.
class MetricsView {
 public:
  static constexpr std::size_t most_readings = 120, most_lines = 100;

  /// families  shown in this order. None: the families of a training and its GPUs, or the first `most_lines`
  ///           samples if the endpoint has none of these families
  explicit MetricsView(std::vector<std::string> families) : families_(std::move(families)) {}

  void add(const std::vector<ScrapedSample>& reading);

  /// Lines of at most `width` columns, at least 40. They have the values of the last reading: first the
  /// training, then each GPU.
  std::vector<std::string> lines(std::size_t width) const;

 private:
  std::string line_of(const ScrapedSample& sample, std::size_t width) const;

  std::vector<std::string> families_;
  std::deque<std::vector<ScrapedSample>> readings_;  ///< only the samples that are shown, the newest last
};

/// Values as a curve of block characters, from the least to the greatest. A value that is not finite becomes
/// a blank.
std::string sparkline(const std::vector<double>& values);

/// One line: {"time":"...","url":"...","samples":[{"name":"train_loss","labels":{},"value":0.31},...]}.
/// Values that are not finite become the texts "NaN", "+Inf" and "-Inf".
std::string print_reading_json(std::string_view time, std::string_view url,
                               const std::vector<ScrapedSample>& reading);

/// The samples of these families, in the families' order. All samples if no family is named.
std::vector<ScrapedSample> samples_of(const std::vector<ScrapedSample>& reading,
                                      const std::vector<std::string>& families);

}  // namespace gridmark::report
