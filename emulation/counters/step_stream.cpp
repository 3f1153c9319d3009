#include "emulation/counters/step_stream.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace gridmark::counters {

constinit StepStream step_stream;

void StepStream::reserve() {
  if (begin_) return;
  void* memory = mmap(nullptr, capacity * sizeof(BlockStep), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  begin_ = static_cast<BlockStep*>(memory);
  clear();
}

void StepStream::start_segment(unsigned thread) {
  if (thread_ != nobody) before_[thread_ % warp_size] = lane_steps();
  thread_ = thread;
  segments_.push_back({cursor_, thread});
  last_ = &no_step_;
  const std::size_t before = before_[thread % warp_size] + 1;
  limit_ = cursor_ + (most_lane_steps - std::min(before, most_lane_steps));
}

void StepStream::clear() {
  cursor_ = limit_ = begin_;
  last_ = &no_step_;
  thread_ = nobody;
  before_ = {};
  segments_.clear();
}

}  // namespace gridmark::counters
