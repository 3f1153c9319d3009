#pragma once
// Did a submission with a known verdict get it?
#include <functional>
#include <string>
#include <vector>

#include "grader/core/grade_record.h"
#include "grader/core/submission_case.h"

namespace gridmark::score {

/// The text of a line of the submission's files, "" where there is none.
using LineOf = std::function<std::string(const Place&)>;

/// A change as one line, "benchmark.cu:41: __syncthreads();": a new line behind line 41; "benchmark.cu:41: a
/// -> b": on it.
std::string words_of(const Fix& fix);

/// How the grade differs from what `example` says, one message each; none: it is as expected. Of a record
/// that lacks items that the case judges only those that ran are looked at, and one of the lost must be among
/// them. Items that wait for a person's points are not looked at.
std::vector<std::string> differences(const SubmissionCase& example, const GradeRecord& record,
                                     const LineOf& line_of);

/// How later grades of one submission differ from the first in points, verdicts and outcomes: each difference
/// once, after the runs that have it ("runs 2 to 20: ..."), with the reason that the first of them gives.
std::vector<std::string> differences(const std::vector<GradeRecord>& runs);

}  // namespace gridmark::score
