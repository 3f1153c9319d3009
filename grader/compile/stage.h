#pragma once
#include <filesystem>

#include "grader/core/error.h"
#include "grader/core/lab.h"
#include "grader/core/submission.h"

namespace gridmark::compile {

/// Copies only the files that `lab` names from a student's folder to `destination`. The folder is hostile:
/// links are not followed, only regular files of at most 1 MiB are taken, and names are bytes. Other files
/// are listed, each with the reason. A .git folder is skipped. If the lab has a report, the bytes of
/// REPORT.md and of the files under results/ that it names are kept in the result.
///
/// destination  is created. Everyone can read its files, so that a sandbox can show them
/// errors       submission: the folder is missing, not a folder or unreadable. filesystem: the copy failed
Result<Submission> stage(const Lab& lab, const std::filesystem::path& submission,
                         const std::filesystem::path& destination);

}  // namespace gridmark::compile
