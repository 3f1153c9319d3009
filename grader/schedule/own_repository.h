#pragma once
// Checks that a submitted repository belongs to the student alone. Git reads objects and branches from any
// place that the files of a git folder name. So a few bytes could present another person's commits as the
// student's.
#include <filesystem>

#include "grader/core/error.h"

namespace gridmark::schedule {

/// The folder that git reads: the .git of a working copy, else the folder itself.
std::filesystem::path git_folder_of(const std::filesystem::path& folder);

/// True if the folder has a .git or the files of one.
///
/// errors  submission: it needs something outside. Its .git is a file or a link, a file in it names another
///         folder, or its settings include another file. Or it contains something other than files and
///         folders, which git could wait for (hooks never run, so they are not checked). Or it has more than
///         200,000 entries, more than 64 levels of folders, or cannot be read
Result<bool> is_repository(const std::filesystem::path& folder);

}  // namespace gridmark::schedule
