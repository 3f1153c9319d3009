#pragma once
#include "grader/core/rubric.h"

namespace gridmark::proofs {

/// Two items: `right` has 6 points for the tests Saxpy.*, and `sectors` has 4 points for a ratio of
/// Counted.Sectors.
inline Rubric sample_rubric() {
  Item right{"right", "right for every size", 6, {}, {"Saxpy.*"}, {}};
  Target target{"saxpy.ratio",
                "Counted.Sectors",
                Flavour::counted,
                "ratio",
                {Curve::Kind::steps, Curve::Better::lower, {{1.05, 1}, {2, 0.5}}}};
  Item sectors{"sectors", "moves few sectors", 4, {"right"}, {}, {{Device::emulated, target}}};
  return {"demo", 0.7, true, {{"all", "All", {right, sectors}}}};
}

}  // namespace gridmark::proofs
