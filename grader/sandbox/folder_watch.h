#pragma once
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "grader/sandbox/options.h"

namespace gridmark::sandbox {

/// Measures the contents of a command's writable folders while it runs.
///
/// A private tmpfs caps its bytes and counts its files. A folder on the host's disk must be walked. The walks
/// are spaced so that they take at most a twentieth of the time. Deleted files that are still open are found
/// through each process.
class FolderWatch {
 public:
  enum class Excess : std::int32_t { none, files, bytes, hidden };

  explicit FolderWatch(const Options& options);

  /// Returns quickly if it is too early for another walk. Keeps its first finding.
  Excess look();
  /// The last look, which always walks.
  Excess last_look();

 private:
  Excess count_tmpfs_files() const;
  Excess walk_folders();

  std::vector<std::string> folders_;
  /// Compilers remove files during a count. A command that never stops renaming files hides some.
  static constexpr int most_disturbed_walks = 100;

  bool private_tmpfs_;
  int disturbed_walks_ = 0;
  std::int64_t most_files_;
  std::int64_t most_bytes_;
  std::int64_t largest_file_bytes_;
  std::chrono::steady_clock::time_point next_walk_{};
  Excess found_ = Excess::none;
};

}  // namespace gridmark::sandbox
