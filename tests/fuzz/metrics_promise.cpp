#include "grader/load/metrics_text.h"
#include "tests/fuzz/promises.h"

namespace gridmark::fuzz {

std::string metrics_promise(std::string_view text) {
  const auto samples = load::parse_metrics_text(text);
  if (!samples)
    return samples.error().where.starts_with("line ") && !samples.error().message.empty()
               ? ""
               : "a refusal names no line";
  if (samples->size() > load::most_scraped_samples) return "more samples than are allowed";
  for (const ScrapedSample& sample : *samples) {
    if (sample.family.empty()) return "a sample without a name";
    if (text.find(sample.family) == text.npos) return "a name that is not in the text";
    for (const auto& [label, value] : sample.labels)
      if (label.empty() || value.size() > load::longest_metrics_line) return "a label that no line has";
  }
  return {};
}

}  // namespace gridmark::fuzz
