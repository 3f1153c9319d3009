#pragma once
// Archives that students hand in. They can be hostile, so the names in them are never trusted.
#include <cstdint>
#include <filesystem>
#include <string>

#include "grader/core/error.h"

namespace gridmark::schedule {

/// The limits of one archive.
struct ArchiveLimits {
  std::int64_t packed_bytes = std::int64_t{256} << 20;  ///< of the archive itself
  std::int64_t bytes = std::int64_t{256} << 20;         ///< of all its files together
  int entries = 10'000;
  std::size_t name_bytes = 1024;
  int levels = 64;  ///< of folders
};

/// True if the name is that of an archive: zip, or tar with or without gzip.
bool is_archive(const std::string& name);

/// Unpacks the files of `archive` into `folder`, which belongs to the grader and is empty. Hidden entries of
/// macOS are left out.
///
/// errors  submission: it is not an archive, is damaged or encrypted, exceeds `limits`, or contains a link, a
///         device, a name that leads out of it, or one name for two files. filesystem: `folder` cannot be
///         written
Result<void> unpack(const std::filesystem::path& archive, const std::filesystem::path& folder,
                    const ArchiveLimits& limits = {});

}  // namespace gridmark::schedule
