#pragma once
// Checks that a submission with a known verdict gets it.
#include <functional>
#include <string>
#include <vector>

#include "grader/core/grade_record.h"
#include "grader/core/submission_case.h"

namespace gridmark::score {

/// The text of a line in the submission's files, or "".
using LineOf = std::function<std::string(const Place&)>;

/// A change as one line: "benchmark.cu:41: __syncthreads();" inserts after line 41, and "benchmark.cu:41: a
/// -> b" changes line 41.
std::string words_of(const Fix& fix);

/// The differences between the grade and the verdict of `example`, one message each. None if it is as
/// expected. If the record lacks items that the case judges, only the items that ran are checked, and one of
/// them must be a lost one. Items that wait for a person's points are not checked.
std::vector<std::string> differences(const SubmissionCase& example, const GradeRecord& record,
                                     const LineOf& line_of);

/// The differences between later grades of one submission and the first, in points, verdicts and outcomes.
/// Each comes once, after its runs ("runs 2 to 20: ..."), with the reason of the first of these runs.
std::vector<std::string> differences(const std::vector<GradeRecord>& runs);

}  // namespace gridmark::score
