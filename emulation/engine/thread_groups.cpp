#include "emulation/engine/thread_groups.h"

#include <cstring>

#include "emulation/engine/observer.h"

namespace gridmark::emulation {

ThreadGroups::Meeting& ThreadGroups::meeting(unsigned first, unsigned count) {
  return meetings_[first / 32][__builtin_ctz(count) - 6];
}

/// True if all threads have come, without those that have returned.
bool ThreadGroups::complete(unsigned first, unsigned count) {
  Meeting& here = meeting(first, count);
  unsigned needed = 0;
  for (unsigned warp = first / 32; warp < (first + count) / 32 && warp * 32 < turn.count; ++warp)
    needed += static_cast<unsigned>(__builtin_popcount(threads_.live_lanes[warp]));
  if (here.arrived < needed) return false;
  here.arrived = 0;
  ++here.generation;
  Contribution** all = contribution_ + first;
  for (unsigned slot = 0; slot < count; ++slot) {
    if (!all[slot]) continue;
    all[slot]->combine(all, count);
    break;
  }
  for (unsigned slot = 0; slot < count; ++slot) all[slot] = nullptr;
  if (observer) observer->threads_ordered();
  return true;
}

ThreadGroups::Visit ThreadGroups::join(unsigned first, unsigned count, Contribution* mine) {
  Meeting& here = meeting(first, count);
  contribution_[turn.thread] = mine;
  ++here.arrived;
  return {*this, first, count, here.generation};
}

bool ThreadGroups::is_over(void* visit) {
  const Visit& at = *static_cast<Visit*>(visit);
  return at.groups.meeting(at.first, at.count).generation != at.generation ||
         at.groups.complete(at.first, at.count);
}

void ThreadGroups::forget() {
  std::memset(meetings_, 0, sizeof meetings_);
  std::memset(contribution_, 0, sizeof contribution_);
}

}  // namespace gridmark::emulation
