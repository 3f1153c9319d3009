#include "grader/score/paired_timing_score.h"

#include <fmt/format.h>

#include <algorithm>

#include "grader/core/number_text.h"
#include "grader/score/points_on_curve.h"

namespace gridmark::score {

PairedTimingScore score_paired_timing(const PairedTimingFacts& paired_timing, const Curve& curve,
                                      Points worth) {
  const Points low = points_on_curve(paired_timing.low, curve, worth),
               high = points_on_curve(paired_timing.high, curve, worth);
  PairedTimingScore score{std::min(low, high), std::max(low, high)};
  if (score.points < score.at_most)
    score.verdict = Verdict::inconclusive;
  else
    score.verdict = score.points == worth ? Verdict::pass : Verdict::fail;
  return score;
}

std::string inconclusive_reason(const Measurement& seen, const PairedTimingScore& score) {
  return fmt::format(
      "{} lies between {:.3g} and {:.3g} after {:.0f} s, which does not settle it: scored as the low end. A "
      "grade on a quieter machine may earn up to {}",
      seen.name, seen.paired_timing->low, seen.paired_timing->high, seen.paired_timing->seconds,
      points_words(score.at_most));
}

}  // namespace gridmark::score
