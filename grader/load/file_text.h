#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "grader/core/error.h"

namespace gridmark::load {

/// The bytes of a regular file of at most 1 MiB. If it is missing, the error names its nearest neighbour in
/// the folder.
Result<std::string> file_text(const std::filesystem::path& path, Error::Source source);

/// Names of the regular files in `folder` that end in `extension`, and of links to such files, sorted. None
/// if the folder is unreadable.
std::vector<std::string> file_names(const std::filesystem::path& folder, const std::string& extension);

}  // namespace gridmark::load
