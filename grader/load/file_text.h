#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "grader/core/error.h"

namespace gridmark::load {

/// The bytes of a regular file of at most 1 MiB. A missing one names its nearest neighbour in the same
/// folder.
Result<std::string> file_text(const std::filesystem::path& path, Error::Source source);

/// Names of the regular files and links to them in `folder` that end in `extension`, sorted; none if
/// unreadable.
std::vector<std::string> file_names(const std::filesystem::path& folder, const std::string& extension);

}  // namespace gridmark::load
