#include "labkit/timing/pair.h"

namespace gridmark::timing {

double seconds_of(const Timed& timed, ClockKind clock) {
  return clock == ClockKind::cpu ? timed.cpu_seconds : timed.wall_seconds;
}

}  // namespace gridmark::timing
