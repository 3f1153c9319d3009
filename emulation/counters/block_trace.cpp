#include "emulation/counters/block_trace.h"

#include <algorithm>

namespace gridmark::counters {

void BlockTrace::count(const StepStream& stream) {
  if (in_step(stream)) {
    const auto lanes = stream.segments().size();
    for (const BlockStep* step = stream.begin_of(0); step != stream.end_of(0); ++step) {
      count_threads(step->block, lanes * step->times);
      step->block->warps += step->times;
    }
    return;
  }
  for (auto& lane : lanes_) lane.clear();
  for (std::size_t segment = 0; segment < stream.segments().size(); ++segment) {
    std::vector<BlockStep>& lane = lanes_[stream.segments()[segment].thread % warp_size];
    lane.insert(lane.end(), stream.begin_of(segment), stream.end_of(segment));
  }
  for (const auto& lane : lanes_)
    for (const BlockStep& step : lane) count_threads(step.block, step.times);
  merge();
}

/// Each lane has one segment, and all have the same steps.
bool BlockTrace::in_step(const StepStream& stream) {
  const auto& segments = stream.segments();
  const auto same = [](const BlockStep& a, const BlockStep& b) {
    return a.block == b.block && a.times == b.times;
  };
  for (std::size_t i = 1; i < segments.size(); ++i) {
    if (segments[i].thread <= segments[i - 1].thread) return false;
    if (!std::equal(stream.begin_of(0), stream.end_of(0), stream.begin_of(i), stream.end_of(i), same))
      return false;
  }
  return true;
}

void BlockTrace::merge() {
  struct Cursor {
    BlockStep* at;
    BlockStep* end;
  };
  std::array<Cursor, warp_size> waiting;
  unsigned lanes = 0;
  for (auto& lane : lanes_)
    if (!lane.empty()) waiting[lanes++] = {lane.data(), lane.data() + lane.size()};
  while (lanes > 0) {
    BlockRecord* first = waiting[0].at->block;
    for (unsigned i = 1; i < lanes; ++i) first = std::min(first, waiting[i].at->block);
    std::uint64_t times = ~std::uint64_t{0};
    for (unsigned i = 0; i < lanes; ++i)
      if (waiting[i].at->block == first) times = std::min(times, waiting[i].at->times);
    first->warps += times;
    bool one_ended = false;
    for (unsigned i = 0; i < lanes; ++i) {
      if (waiting[i].at->block != first || (waiting[i].at->times -= times) > 0) continue;
      one_ended |= ++waiting[i].at == waiting[i].end;
    }
    if (!one_ended) continue;
    const auto ended = [](const Cursor& cursor) { return cursor.at == cursor.end; };
    lanes = static_cast<unsigned>(std::remove_if(waiting.begin(), waiting.begin() + lanes, ended) -
                                  waiting.begin());
  }
}

void BlockTrace::clear() {
  for (BlockRecord* block : touched_) block->threads = block->warps = 0;
  touched_.clear();
}

}  // namespace gridmark::counters
