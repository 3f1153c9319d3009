#include "emulation/engine/warp_meetings.h"

#include <cstdio>
#include <cstring>

#include "emulation/engine/misuse.h"
#include "emulation/engine/observer.h"

namespace gridmark::emulation {

using State = Threads::State;

void WarpMeetings::open() {
  converging_lanes_ = 0;
  std::memset(converging_, 0, sizeof converging_);
  for (unsigned warp = 0; warp * 32 < turn.count; ++warp) meeting_[warp].arrived = 0;
}

void WarpMeetings::make_ready(unsigned warp, unsigned mask) {
  if (mask == whole_warp) {
    std::memset(threads_.state + warp * 32, static_cast<int>(State::ready), 32);
    return;
  }
  for (unsigned rest = mask; rest; rest &= rest - 1)
    threads_.state[warp * 32 + static_cast<unsigned>(__builtin_ctz(rest))] = State::ready;
}

void WarpMeetings::finish(unsigned warp, unsigned mask) {
  WarpMeeting& meeting = meeting_[warp];
  const WarpOperation operation = operation_of(meeting.request[__builtin_ctz(mask)]);
  if (meeting.mixed) refuse_mixed_operations(warp, mask);
  make_ready(warp, mask);
  if (operation == WarpOperation::together)
    work_together(warp, mask);
  else
    meet(meeting, mask);
  meeting.arrived &= ~mask;
  if (__builtin_expect(observer != nullptr, 0)) tell_observer(warp, mask);
}

void WarpMeetings::lanes_returned(unsigned warp) {
  WarpMeeting& meeting = meeting_[warp];
  for (unsigned waiting = meeting.arrived; waiting; waiting &= waiting - 1) {
    const unsigned lane = static_cast<unsigned>(__builtin_ctz(waiting));
    const unsigned needed = meeting.mask[lane] & threads_.live_lanes[warp];
    if (meeting.arrived >> lane & 1 && (meeting.arrived & needed) == needed) finish(warp, needed);
  }
}

void WarpMeetings::tell_observer(unsigned warp, unsigned mask) const {
  const WarpMeeting& meeting = meeting_[warp];
  const unsigned first = static_cast<unsigned>(__builtin_ctz(mask));
  if (operation_of(meeting.request[first]) == WarpOperation::sync) observer->warp_barrier(warp, mask);
  unsigned lane = 0, source = 0;
  if (mask == whole_warp || !find_undefined_shuffle(meeting, mask, &lane, &source)) return;
  observer->undefined_shuffle(
      {warp * 32 + lane, source, meeting.mask[lane], threads_.place[warp * 32 + lane]});
}

void WarpMeetings::refuse_mixed_operations(unsigned warp, unsigned mask) const {
  const WarpMeeting& meeting = meeting_[warp];
  const WarpOperation operation = operation_of(meeting.request[__builtin_ctz(mask)]);
  for (unsigned rest = mask; rest; rest &= rest - 1) {
    const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
    if (operation_of(meeting.request[lane]) != operation)
      refuse_misuse(threads_.place[warp * 32 + lane], "lanes of one warp met in different warp primitives");
  }
}

/// The lanes' values are on their stacks, which do not change while this lane works for all.
void WarpMeetings::work_together(unsigned warp, unsigned mask) const {
  const WarpMeeting& meeting = meeting_[warp];
  void* brought[32] = {};
  const WarpWork* work = nullptr;
  for (unsigned rest = mask; rest; rest &= rest - 1) {
    const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
    const auto* mine = reinterpret_cast<const Together*>(meeting.value[lane]);
    const void* place = threads_.place[warp * 32 + lane];
    if (work && mine->work != work)
      refuse_misuse(place, "lanes of one warp met in different warp operations");
    work = mine->work;
    brought[lane] = mine->lane;
    if (mask == meeting.mask[lane]) continue;
    char what[160];
    std::snprintf(what, sizeof what, "%s without all the lanes it needs (mask %08x, present %08x)",
                  work->name, meeting.mask[lane], mask);
    refuse_misuse(place, what);
  }
  work->run(brought, mask);
}

void WarpMeetings::wait_for_company(unsigned thread, std::uint64_t way, const void* place) {
  WarpMeeting& meeting = meeting_[thread / 32];
  meeting.request[thread % 32] = way;
  meeting.mask[thread % 32] = whole_warp;
  threads_.wait_at(thread, State::at_warp, place);
  converging_[thread / 32] |= 1u << thread % 32;
  ++converging_lanes_;
}

void WarpMeetings::resolve(unsigned warp) {
  WarpMeeting& meeting = meeting_[warp];
  unsigned left = converging_[warp];
  converging_lanes_ -= static_cast<unsigned>(__builtin_popcount(left));
  converging_[warp] = 0;
  while (left) {
    const unsigned first = static_cast<unsigned>(__builtin_ctz(left));
    unsigned together = 0;
    for (unsigned rest = left; rest; rest &= rest - 1) {
      const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
      if (threads_.place[warp * 32 + lane] == threads_.place[warp * 32 + first] &&
          meeting.request[lane] == meeting.request[first])
        together |= 1u << lane;
    }
    for (unsigned rest = together; rest; rest &= rest - 1) meeting.value[__builtin_ctz(rest)] = together;
    make_ready(warp, together);
    left &= ~together;
  }
}

void WarpMeetings::resolve_all() {
  for (unsigned warp = 0; warp * 32 < turn.count; ++warp) resolve(warp);
}

}  // namespace gridmark::emulation
