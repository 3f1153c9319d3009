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

/// Readers see the old file or the whole new one, even after a crash; nothing half-written stays.
///
/// errors  filesystem: the folder cannot be written, or `path` is something else than a regular file
Result<void> write_file_atomically(const std::filesystem::path& path, std::string_view text);

/// Bytes of a file, in folders that are made where they are missing; a file that is there is replaced.
///
/// errors  filesystem: it cannot be written
Result<void> write_bytes(const std::filesystem::path& path, std::string_view bytes);

/// The folder and those above it, where they are not there yet.
///
/// errors  filesystem: one cannot be made, or is a file
Result<void> make_folders(const std::filesystem::path& folder);

}  // namespace gridmark::system
