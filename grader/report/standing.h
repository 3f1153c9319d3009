#pragma once
// What a reader sees at first glance, the same in every report.
#include <string>

#include "grader/core/grade_record.h"

namespace gridmark {

enum class Standing { full, partial, none, review, not_run };

Standing standing_of(const ItemScore& item);

/// What stands for the points earned: "1.5", or "-" for an item that did not run.
std::string earned_text(const ItemScore& item);

/// "wrong answer", "timed out": an outcome as prose.
std::string words(Outcome outcome);

/// What stands after "17 of ": "20 points", or "20 done" where the points count in no grade.
std::string whole_words(const GradeRecord& record);

/// "passing (the pass mark is 14)", "below the pass mark of 14", or that a partial run is no grade. `mark` is
/// the pass mark as text. Without credit: "finished; this lab counts no points".
std::string standing_words(const GradeRecord& record, const std::string& mark);

}  // namespace gridmark
