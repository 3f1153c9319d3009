#pragma once
// Theory of operation. Without a control group, the kernel only counts how many processes of the machine its
// memory killer has ended, including processes of other runs. A kill belongs to this run if one of its
// processes with much memory is gone, or has lost it, soon after the count rose. The killer takes the
// processes with the most memory, and a victim needs a moment to end.
#include <sys/types.h>

#include <cstdint>
#include <map>

namespace gridmark::sandbox {

/// Bytes of memory of each process of the run.
using ResidentBytes = std::map<pid_t, std::int64_t>;

class KillerWatch {
 public:
  /// The killer does not look for processes with less memory.
  static constexpr std::int64_t least_victim_bytes = std::int64_t{32} << 20;
  /// About one second of the supervisor's looks.
  static constexpr int looks_to_end = 100;

  /// kills   the machine's count so far
  explicit KillerWatch(std::int64_t kills) : kills_(kills) {}

  void look(std::int64_t kills, const ResidentBytes& processes);
  /// Stops the watch. The supervisor ends the processes from now on.
  void stop() { stopped_ = true; }
  /// True if a process of the run was a victim.
  bool took_one() const { return took_one_; }

 private:
  std::int64_t kills_;
  ResidentBytes before_;
  std::map<pid_t, int> suspects_;  ///< with the number of looks left for each
  bool stopped_ = false, took_one_ = false;
};

}  // namespace gridmark::sandbox
