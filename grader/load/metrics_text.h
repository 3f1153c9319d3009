#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

#include "grader/core/error.h"
#include "grader/core/scraped_sample.h"

namespace gridmark::load {

constexpr std::size_t most_scraped_samples = 10000, longest_metrics_line = 4096;

/// The samples of a text in Prometheus' format 0.0.4, in its order. Comments, HELP and TYPE are skipped.
/// Times after values are read and dropped.
///
/// text    hostile. The caller bounds its size
/// errors  checker: the first line that does not follow the format, is longer than `longest_metrics_line`
///         bytes, or comes after `most_scraped_samples` samples (where: "line 3")
/// source  prometheus.io, Exposition formats
Result<std::vector<ScrapedSample>> parse_metrics_text(std::string_view text);

}  // namespace gridmark::load
