#pragma once
// Submissions with known verdicts in a class, and a check of their records.
#include <string>
#include <vector>

#include "grader/core/grade_record.h"
#include "grader/core/submission_case.h"
#include "grader/system/program_paths.h"

namespace gridmark::e2e {

/// The lab's solution, its starter, then its mutants and other cases.
std::vector<SubmissionCase> cases_of(const system::ProgramPaths& paths, const std::string& lab);

/// Writes the example's files to a new folder.
void write_case(const system::ProgramPaths& paths, const SubmissionCase& example,
                const std::filesystem::path& to);

/// Reads a record, and expects the example's verdict. Items that the example does not mention are not judged.
///
/// submission  the files that were graded
/// returns     all points of the record
double expect_verdict(const SubmissionCase& example, const std::filesystem::path& record,
                      const std::filesystem::path& submission);

}  // namespace gridmark::e2e
