#include "emulation/counters/block_trace.h"

#include <algorithm>

namespace gridmark::counters {

void BlockTrace::flush() {
  merge();
  for (auto& lane : lanes_) lane.clear();
}

void BlockTrace::merge() {
  struct Cursor {
    Step* at;
    Step* end;
  };
  std::array<Cursor, warp_size> waiting;
  unsigned lanes = 0;
  for (auto& lane : lanes_)
    if (!lane.empty()) waiting[lanes++] = {lane.data(), lane.data() + lane.size()};
  while (lanes > 0) {
    BlockRecord* first = waiting[0].at->record;
    for (unsigned i = 1; i < lanes; ++i) first = std::min(first, waiting[i].at->record);
    std::uint64_t times = ~std::uint64_t{0};
    for (unsigned i = 0; i < lanes; ++i)
      if (waiting[i].at->record == first) times = std::min(times, waiting[i].at->times);
    first->warps += times;
    bool one_ended = false;
    for (unsigned i = 0; i < lanes; ++i) {
      if (waiting[i].at->record != first || (waiting[i].at->times -= times) > 0) continue;
      one_ended |= ++waiting[i].at == waiting[i].end;
    }
    if (!one_ended) continue;
    const auto ended = [](const Cursor& cursor) { return cursor.at == cursor.end; };
    lanes = static_cast<unsigned>(std::remove_if(waiting.begin(), waiting.begin() + lanes, ended) -
                                  waiting.begin());
  }
}

void BlockTrace::clear() {
  for (BlockRecord* record : touched_) record->threads = record->warps = 0;
  touched_.clear();
  for (auto& lane : lanes_) lane.clear();
}

}  // namespace gridmark::counters
