#pragma once
// The first things that a reader sees, the same in every report.
#include <string>

#include "grader/core/grade_record.h"

namespace gridmark::report {

enum class Standing { full, partial, none, review, ungraded, not_run };

Standing standing_of(const ItemScore& item);

/// The earned points: "1.5", "0-2" until a person or a quieter run decides, "-" for an item that did not run.
std::string earned_text(const ItemScore& item);

/// The same for a criterion: "3-5" while one of its items is open.
std::string earned_text(const GradeRecord& record, const CriterionScore& criterion);

/// The total: "17-20" while points are open.
std::string earned_text(const GradeRecord& record);

/// False if no item about claims was graded, or nothing was claimed.
bool claims_counted(const GradeRecord& record);

/// "wrong answer", "timed out": an outcome as prose.
std::string words(Outcome outcome);

/// "full points", "part of the points", or the failure: "threshold missed", "timed out".
std::string verdict_words(const ItemScore& item);

/// The text after "17 of ": "20 points", or "20 done" if the points do not count in a grade.
std::string whole_words(const GradeRecord& record);

/// "passing (the pass mark is 14)", "below the pass mark of 14", or a note that a partial run is not a grade.
/// `mark` is the pass mark as text. Without credit: "finished; this lab counts no points".
std::string standing_words(const GradeRecord& record, const std::string& mark);

}  // namespace gridmark::report
