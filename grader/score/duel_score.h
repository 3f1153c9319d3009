#pragma once
#include <string>

#include "base/verdict.h"
#include "grader/core/measurement.h"
#include "grader/core/rubric.h"

namespace gridmark {

/// What a duel earns: what the low end of its interval earns, so that chance never gives points away.
struct DuelScore {
  Points points;
  Points at_most;  ///< what the high end would earn
  Verdict verdict = Verdict::fail;
};

/// pass: all points. inconclusive: the interval spans a limit of the curve, so a quieter run may earn more.
DuelScore score_duel(const DuelFacts& duel, const Curve& curve, Points worth);

/// The sentence for an inconclusive duel.
std::string inconclusive_reason(const Measurement& seen, const DuelScore& score);

}  // namespace gridmark
