#include "grader/sandbox/cpu_watch.h"

#include <algorithm>

namespace gridmark::sandbox {

void CpuWatch::see(pid_t process, const ProcessStat& stat) {
  double& own = own_seconds_[{process, stat.begin}];
  seen_seconds_ += stat.own_cpu_seconds - own;
  own = stat.own_cpu_seconds;
  living_seconds_ += stat.own_cpu_seconds + stat.reaped_cpu_seconds;
  most_seconds_ = std::max({most_seconds_, seen_seconds_, living_seconds_});
}

}  // namespace gridmark::sandbox
