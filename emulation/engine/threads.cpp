#include "emulation/engine/threads.h"

#include <cstring>

#include "gridmark/warp.h"

namespace gridmark::emulation {

void Threads::number() {
  unsigned thread = 0;
  for (unsigned z = 0; z < blockDim.z; ++z)
    for (unsigned y = 0; y < blockDim.y; ++y)
      for (unsigned x = 0; x < blockDim.x; ++x) index[thread++] = {x, y, z};
}

void Threads::open(unsigned first) {
  const unsigned count = turn.count;
  live = count - first;
  std::memset(state, static_cast<int>(State::returned), first);
  for (unsigned warp = 0; warp * 32 < count; ++warp) {
    const unsigned lanes = count - warp * 32 >= 32 ? whole_warp : (1u << (count - warp * 32)) - 1;
    const unsigned returned = first <= warp * 32        ? 0
                              : first - warp * 32 >= 32 ? whole_warp
                                                        : (1u << (first - warp * 32)) - 1;
    live_lanes[warp] = lanes & ~returned;
  }
}

bool Threads::warp_is_done(unsigned warp) const {
  if (!turn.fibers) return true;  // they run one after the other, each to its end
  const unsigned first = warp * 32, end = first + 32 < turn.count ? first + 32 : turn.count;
  for (unsigned thread = first; thread < end; ++thread)
    if (thread >= turn.next || (state[thread] != State::at_barrier && state[thread] != State::returned))
      return false;
  return true;
}

}  // namespace gridmark::emulation
