#pragma once
// Is a submitted repository all the student's own? Git reads objects and branches from wherever the files of
// a git folder say, so a handful of bytes can make somebody else's commits a student's.
#include <filesystem>

#include "grader/core/error.h"

namespace gridmark::schedule {

/// Where git is to read: the .git of a working copy, else the folder itself.
std::filesystem::path git_folder_of(const std::filesystem::path& folder);

/// Does the folder hold a repository: a .git, or what is in one?
///
/// errors  submission: it is not whole by itself: .git is a file or a link; a file in it names another
/// folder;
///         its settings include another file; something else than a file or a folder lies in it, for which
///         git could wait (not among its hooks, which nobody runs); it has more than 200,000 entries, is more
///         than 64 folders deep, or cannot be read
Result<bool> is_repository(const std::filesystem::path& folder);

}  // namespace gridmark::schedule
