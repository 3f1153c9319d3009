#include "grader/pipeline/timed_machine.h"

#include <algorithm>

#include "grader/score/selection.h"

namespace gridmark::pipeline {
namespace {

bool holds_timed(const std::vector<const Item*>& items, Device device) {
  return std::any_of(items.begin(), items.end(),
                     [&](const Item* item) { return score::is_timed(*item, device); });
}

}  // namespace

bool any_timed(const Rubric& rubric, Device device) { return holds_timed(items_of(rubric), device); }

bool any_timed(const Rubric& rubric, Device device, const std::vector<std::string>& asked) {
  return holds_timed(score::with_needed(rubric, asked), device);
}

std::optional<measure::KnownBaseline> baseline_of_this_machine(const system::ProgramPaths& paths,
                                                               const system::StopFlag& stop,
                                                               const system::Clock& clock) {
  if (auto kept = measure::kept_baseline()) return kept;
  static const Result<measure::KnownBaseline> measured =
      measure::measure_baseline(paths, stop, clock.utc_now());
  return measured ? std::optional(*measured) : std::nullopt;
}

}  // namespace gridmark::pipeline
