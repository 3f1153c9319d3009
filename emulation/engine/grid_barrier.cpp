#include "emulation/engine/grid_barrier.h"

#include "emulation/engine/wait_for_change.h"

namespace gridmark::emulation {

void GridBarrier::reset(std::uint64_t blocks) {
  blocks_ = blocks;
  arrived_ = ended_ = 0;
  stopped_ = false;
}

void GridBarrier::release() {
  arrived_ = 0;
  generation_.fetch_add(1, std::memory_order_release);
  generation_.notify_all();
}

GridBarrier::Passage GridBarrier::wait(std::uint64_t blocks) {
  std::uint32_t seen;
  {
    const std::lock_guard lock(mutex_);
    if (stopped_) return Passage::stopped;
    arrived_ += blocks;
    if (is_complete()) {
      if (ended_ > 0) return Passage::deadlock;
      release();
      return Passage::open;
    }
    seen = generation_.load(std::memory_order_relaxed);
  }
  while (generation_.load(std::memory_order_acquire) == seen) wait_for_change(generation_, seen);
  return stopped_ ? Passage::stopped : Passage::open;
}

bool GridBarrier::ended(uint3 block) {
  const std::lock_guard lock(mutex_);
  ended_block_ = block;
  ++ended_;
  return arrived_ > 0 && is_complete() && !stopped_;
}

void GridBarrier::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  release();
}

}  // namespace gridmark::emulation
