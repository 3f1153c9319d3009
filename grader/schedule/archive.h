#pragma once
// Archives that students hand in. They may be hostile: what they name is never trusted.
#include <cstdint>
#include <filesystem>
#include <string>

#include "grader/core/error.h"

namespace gridmark::schedule {

/// What one archive may unpack to.
struct ArchiveLimits {
  std::int64_t packed_bytes = std::int64_t{256} << 20;  ///< of the archive itself
  std::int64_t bytes = std::int64_t{256} << 20;         ///< of all its files together
  int entries = 10'000;
  std::size_t name_bytes = 1024;
  int levels = 64;  ///< of folders
};

/// Is it one by its name? Zip, or tar with or without gzip.
bool is_archive(const std::string& name);

/// The files of `archive` below `folder`, which is the grader's own and empty. Hidden entries of macOS are
/// left out.
///
/// errors  submission: it is no archive, damaged or encrypted; it holds a link, a device, a name that leads
/// out of
///         it or stands for two files, or more than `limits`. filesystem: `folder` cannot be written
Result<void> unpack(const std::filesystem::path& archive, const std::filesystem::path& folder,
                    const ArchiveLimits& limits = {});

}  // namespace gridmark::schedule
