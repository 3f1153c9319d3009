#pragma once
// Theory of operation. Where no control group counts, the kernel says only how many processes of the whole
// machine its memory killer has ended, and others' runs are killed, too. A kill was this run's own where a
// process of the run that held much memory is gone, or holds it no more, soon after that number rose: the
// killer takes those that hold most, and a victim needs a moment to end.
#include <sys/types.h>

#include <cstdint>
#include <map>

namespace gridmark::sandbox {

/// Bytes that each process of the run holds.
using ResidentBytes = std::map<pid_t, std::int64_t>;

class KillerWatch {
 public:
  /// Less than this is not what a killer looks for.
  static constexpr std::int64_t least_victim_bytes = std::int64_t{32} << 20;
  /// About a second of the supervisor's looks.
  static constexpr int looks_to_end = 100;

  /// kills   what the machine has counted until now
  explicit KillerWatch(std::int64_t kills) : kills_(kills) {}

  void look(std::int64_t kills, const ResidentBytes& processes);
  /// Looks no more: what vanishes from now on, the supervisor has ended.
  void stop() { stopped_ = true; }
  /// True when a process of the run was a victim.
  bool took_one() const { return took_one_; }

 private:
  std::int64_t kills_;
  ResidentBytes before_;
  std::map<pid_t, int> suspects_;  ///< and the looks for which each is still one
  bool stopped_ = false, took_one_ = false;
};

}  // namespace gridmark::sandbox
