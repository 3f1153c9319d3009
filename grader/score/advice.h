#pragma once
// The advice of a report, applied literally to check it.
#include <map>
#include <string>
#include <vector>

#include "grader/core/grade_record.h"
#include "grader/core/verified_case.h"
#include "grader/score/case_verdict.h"

namespace gridmark::score {

/// For each item that lost points: its reason and place, and the changes that its test advises.
std::vector<LostItem> explanations_of(const GradeRecord& record, const LineOf& line_of);

/// Changes that belong together -> the items that they repair. Each advice comes once.
std::vector<std::pair<std::vector<Fix>, std::vector<std::string>>> advice_of(
    const std::vector<LostItem>& explanations);

/// The items that still lose points after the advice, one message each. `advised` is the grade after the
/// advice for `items` was followed.
std::vector<std::string> not_repaired(const std::vector<std::string>& items, const GradeRecord& advised);

}  // namespace gridmark::score
