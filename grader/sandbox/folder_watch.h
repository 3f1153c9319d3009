#pragma once
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "grader/sandbox/options.h"

namespace gridmark::sandbox {

/// Looks at how much a command has left in its writable folders while it runs.
///
/// A private tmpfs caps its bytes itself and knows its files; a folder of the host's disk must be walked, as
/// seldom as keeps the walks at a twentieth of the time, and files that lost their names are asked for
/// process by process.
class FolderWatch {
 public:
  enum class Excess : std::int32_t { none, files, bytes, hidden };

  explicit FolderWatch(const Options& options);

  /// Cheap when it is too early for another walk. Stays at what was once found.
  Excess look();
  /// At the end: walks in any case.
  Excess last_look();

 private:
  Excess count_tmpfs_files() const;
  Excess walk_folders();

  std::vector<std::string> folders_;
  /// Compilers remove files while we count; who never stops renaming hides some.
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
