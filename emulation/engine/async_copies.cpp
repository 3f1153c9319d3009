// Copies under way and numbered barriers, the state that a block keeps next to the engine's own.
#include "emulation/engine/async_copies.h"

#include "emulation/engine/visible.h"
#include "gridmark/ptx/async_copies.h"

#include "emulation/engine/block.h"
#include "emulation/engine/observer.h"
#include "gridmark/device_functions.h"
#include "gridmark/engine.h"

namespace gridmark::emulation {
namespace {

using NamedBarrier = BlockExtras::NamedBarrier;
using ThreadCopies = BlockExtras::ThreadCopies;

ThreadCopies& mine() {
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  return Block::here().extras().threads[thread % BlockExtras::most_threads];
}

/// True if this arrival was the last one, so that all threads go on.
bool arrive(NamedBarrier& barrier, unsigned threads) {
  if (++barrier.arrived < (threads ? threads : turn.count)) return false;
  barrier.arrived = 0;
  ++barrier.generation;
  if (observer) observer->threads_ordered();
  return true;
}

}  // namespace

BlockExtras& Block::extras() {
  if (!extras_) extras_ = std::make_unique<BlockExtras>();
  return *extras_;
}

}  // namespace gridmark::emulation

using namespace gridmark::emulation;

extern "C" {
void gridmark_async_copy_keep(const GridmarkAsyncCopy* copy) {
  ThreadCopies& thread = mine();
  thread.copies.push_back({*copy, thread.group});
}
void gridmark_async_copy_commit() { ++mine().group; }

bool gridmark_async_copy_take(unsigned groups_left, bool uncommitted_too, GridmarkAsyncCopy* copy) {
  ThreadCopies& thread = mine();
  if (thread.copies.empty()) return false;
  const bool due = uncommitted_too || thread.copies.front().group + groups_left < thread.group;
  if (!due) return false;
  *copy = thread.copies.front().copy;
  thread.copies.pop_front();
  return true;
}

void gridmark_named_barrier(unsigned id, unsigned threads) {
  NamedBarrier& barrier = Block::here().extras().barriers[id % BlockExtras::named_barriers];
  struct Wait {
    const NamedBarrier& barrier;
    unsigned generation;
  } wait{barrier, barrier.generation};
  if (arrive(barrier, threads)) return;
  const auto is_over = [](void* context) {
    const Wait& at = *static_cast<Wait*>(context);
    return at.barrier.generation != at.generation;
  };
  Block::here().wait_until(is_over, &wait, __builtin_return_address(0));
}
void gridmark_named_barrier_arrive(unsigned id, unsigned threads) {
  arrive(Block::here().extras().barriers[id % BlockExtras::named_barriers], threads);
}

GRIDMARK_VISIBLE unsigned gridmark_dynamic_shared_bytes() {
  return static_cast<unsigned>(Block::here().dynamic_shared_bytes());
}
}
