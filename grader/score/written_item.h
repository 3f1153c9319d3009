#pragma once
#include <optional>
#include <vector>

#include "grader/core/grade_record.h"
#include "grader/core/rubric.h"

namespace gridmark::score {

/// Points for one aspect of the report: the part of the item's points that the part of the aspect is worth
/// that was met. A lab whose lab.json asks for nothing of the kind gives none. Where the aspect has doubts,
/// the item waits for review; `decision` is a person's, or null.
void score_report(const Item& item, WrittenAspect aspect, const std::optional<WrittenFindings>& written,
                  const ReviewDecision* decision, ItemScore& score);

/// Points from a person, or `ungraded` until there are some. Where the lab asks for a report and none was
/// handed in, there is nothing to judge: the item is missing, unless a person gave points all the same.
void score_manual(const Item& item, const std::vector<ManualPoints>& manual,
                  const std::optional<WrittenFindings>& written, ItemScore& score);

}  // namespace gridmark::score
