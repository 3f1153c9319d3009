#include "labkit/timing/pair.h"

namespace gridmark::timing {

std::string_view name_of(ClockKind clock) {
  return clock == ClockKind::cpu ? "cpu" : clock == ClockKind::wall ? "wall" : "device";
}

double seconds_of(const Timed& timed, ClockKind clock) {
  return clock == ClockKind::wall ? timed.wall_seconds : timed.cpu_seconds;
}

}  // namespace gridmark::timing
