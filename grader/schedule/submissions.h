#pragma once
#include <filesystem>

#include "grader/core/error.h"
#include "grader/core/roster.h"

namespace gridmark::schedule {

/// A student for each folder in `folder`, by name; the folder is the repository. Names that start with a dot
/// are left out.
///
/// errors  usage: not a folder, no folder in it, a name that cannot be one of a folder of results
Result<Roster> find_submissions(const std::filesystem::path& folder);

}  // namespace gridmark::schedule
