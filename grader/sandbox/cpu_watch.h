#pragma once
// Theory of operation. Without a control group, /proc shows the time of a process and of the children that it
// has waited for. If a parent ignores the end of its children, their time is lost with them. So the last seen
// time of each process is kept as well. Neither sum counts anything twice, and the run's time is the larger
// one. A child that its parent does not wait for, and that ends between two looks, is missed.
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
  double seen_seconds_ = 0;    ///< the sum of `own_seconds_`
  double living_seconds_ = 0;  ///< of the processes in this look: their time and that of reaped children
  double most_seconds_ = 0;
};

}  // namespace gridmark::sandbox
