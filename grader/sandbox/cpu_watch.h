#pragma once
// Theory of operation. Where no control group counts, a process's time is its own and that of the children it
// has waited for. Children that nobody waits for, because their parent ignores their end, take theirs with
// them; so the last that was seen of each process is kept as well. Neither sum counts anything twice, and the
// larger one is the run's. A child that nobody waits for and that ends between two looks is missed.
#include <sys/types.h>

#include <cstdint>
#include <map>
#include <utility>

#include "grader/sandbox/process_stat.h"

namespace gridmark::sandbox {

class CpuWatch {
 public:
  void begin_look() { living_seconds_ = 0; }
  void see(pid_t process, const ProcessStat& stat);
  /// User and system time of all processes so far.
  double seconds() const { return most_seconds_; }

 private:
  using Identity = std::pair<pid_t, std::int64_t>;
  std::map<Identity, double> own_seconds_;
  double seen_seconds_ = 0;    ///< the sum of them
  double living_seconds_ = 0;  ///< by the processes of this look: their own and what they reaped
  double most_seconds_ = 0;
};

}  // namespace gridmark::sandbox
