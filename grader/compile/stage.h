#pragma once
#include <filesystem>

#include "grader/core/error.h"
#include "grader/core/lab.h"
#include "grader/core/submission.h"

namespace gridmark::compile {

/// Copies the files that `lab` names from a student's folder to `destination`, and nothing else. The folder
/// is hostile: no link in it is followed, only regular files of at most 1 MiB are taken, names are bytes. The
/// other files are listed with the reason why each was left; a .git folder is not looked at. Where the lab
/// asks for a report, the bytes of REPORT.md and of the files under results/ that it names are kept in the
/// value.
///
/// destination  is made; its files are readable by all, so that a sandbox can show them
/// errors       submission: the folder is missing, no folder, unreadable; filesystem: the copy failed
Result<Submission> stage(const Lab& lab, const std::filesystem::path& submission,
                         const std::filesystem::path& destination);

}  // namespace gridmark::compile
