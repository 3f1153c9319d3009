#include "base/contamination.h"

#include <algorithm>

namespace gridmark::timing {
namespace {

constexpr double tolerated_waiting = 0.02;  ///< of the pair's wall time
constexpr double tolerated_stalls = 0.10;   ///< another process may have waited instead of ours
constexpr double tolerated_steal = 0.02;
constexpr double tolerated_clock_change = 0.05;
constexpr double tolerated_device_clock_change = 0.02;

double both(const Pair& pair, double Disturbance::*what) {
  return pair.reference.disturbance.*what + pair.student.disturbance.*what;
}

bool clock_changed(const Pair& pair, double tolerated) {
  const double a = pair.reference.disturbance.clock_mhz, b = pair.student.disturbance.clock_mhz;
  return std::max(a, b) > std::min(a, b) * (1 + tolerated);
}

}  // namespace

bool contaminated(const Pair& pair, ClockKind clock) {
  if (clock == ClockKind::device) return clock_changed(pair, tolerated_device_clock_change);
  const double wall = pair.reference.wall_seconds + pair.student.wall_seconds;
  if (both(pair, &Disturbance::stolen_seconds) > tolerated_steal * wall ||
      clock_changed(pair, tolerated_clock_change))
    return true;
  if (clock == ClockKind::cpu) return false;
  return both(pair, &Disturbance::waited_seconds) > tolerated_waiting * wall ||
         both(pair, &Disturbance::stalled_seconds) > tolerated_stalls * wall;
}

}  // namespace gridmark::timing
