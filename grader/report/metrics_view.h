#pragma once
#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "grader/core/scraped_sample.h"

namespace gridmark::report {

/// The last readings of an endpoint, as a table with a curve for each value.
class MetricsView {
 public:
  static constexpr std::size_t most_readings = 120, most_lines = 100;

  /// families  to be shown, in this order; none: those of a training and its GPUs, and where an endpoint has
  /// none of
  ///           these, the first `most_lines` samples that it has
  explicit MetricsView(std::vector<std::string> families) : families_(std::move(families)) {}

  void add(const std::vector<ScrapedSample>& reading);

  /// Lines of at most `width` columns, at least 40: the values of the last reading, first those of the
  /// training, then those of each GPU.
  std::vector<std::string> lines(std::size_t width) const;

 private:
  std::string line_of(const ScrapedSample& sample, std::size_t width) const;

  std::vector<std::string> families_;
  std::deque<std::vector<ScrapedSample>> readings_;  ///< only what is shown; the last one is the newest
};

/// Values as a curve of block characters, from their least to their greatest; a blank where a value is not
/// finite.
std::string sparkline(const std::vector<double>& values);

/// One line: {"time":"...","url":"...","samples":[{"name":"train_loss","labels":{},"value":0.31},...]}.
/// Values that are not finite are the texts "NaN", "+Inf" and "-Inf".
std::string print_reading_json(std::string_view time, std::string_view url,
                               const std::vector<ScrapedSample>& reading);

/// The samples of these families, in the families' order; all where none is named.
std::vector<ScrapedSample> samples_of(const std::vector<ScrapedSample>& reading,
                                      const std::vector<std::string>& families);

}  // namespace gridmark::report
