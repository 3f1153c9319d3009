#pragma once
#include <filesystem>

#include "grader/core/error.h"
#include "grader/core/submission_case.h"
#include "grader/system/program_paths.h"
#include "grader/system/stop_flag.h"

namespace gridmark::pipeline {

/// Writes the case's files to `to`, a new folder, as a student would hand them in.
///
/// errors  faults of the case. lab: the patch does not apply or leads out of the folder, or a file to pad is
///         missing. filesystem: `to` cannot be written. toolchain: gridmark-make-starter is not built, or git
///         is missing
Result<void> make_submission(const SubmissionCase& example, const system::ProgramPaths& paths,
                             const std::filesystem::path& to, const system::StopFlag& stop);

/// The text of a line of the submission in `folder`, or "" if there is no such file.
std::string line_of(const std::filesystem::path& folder, const Place& place);

}  // namespace gridmark::pipeline
