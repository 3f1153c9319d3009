#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "grader/core/error.h"

namespace gridmark::system {

/// All bytes of a regular file.
///
/// errors  filesystem: missing, unreadable, not a regular file, larger than max_bytes (where: the path)
Result<std::string> read_file(const std::filesystem::path& path, std::int64_t max_bytes);

/// Writes a file so that readers see either the old or the complete new contents, even after a crash. No
/// partial file is left.
///
/// errors  filesystem: the folder cannot be written, or `path` is not a regular file
Result<void> write_file_atomically(const std::filesystem::path& path, std::string_view text);

/// Writes the bytes of a file and makes missing folders. An existing file is replaced.
///
/// errors  filesystem: it cannot be written
Result<void> write_bytes(const std::filesystem::path& path, std::string_view bytes);

/// Makes the folder and missing folders above it.
///
/// errors  filesystem: one cannot be made, or is a file
Result<void> make_folders(const std::filesystem::path& folder);

}  // namespace gridmark::system
