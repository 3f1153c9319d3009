#pragma once
#include <optional>
#include <vector>

#include "grader/core/grade_record.h"
#include "grader/core/rubric.h"

namespace gridmark::score {

/// Points for one aspect of the report: the item earns the part of its points that was met. If lab.json does
/// not require the aspect, the item earns nothing. If the aspect has doubts, the item waits for review.
/// `decision` is a person's, or null.
void score_report(const Item& item, WrittenAspect aspect, const std::optional<WrittenFindings>& written,
                  const ReviewDecision* decision, ItemScore& score);

/// Points from a person, or `ungraded` until there are some. If the lab requires a report and none was handed
/// in, the item is missing, unless a person gave points anyway.
void score_manual(const Item& item, const std::vector<ManualPoints>& manual,
                  const std::optional<WrittenFindings>& written, ItemScore& score);

}  // namespace gridmark::score
