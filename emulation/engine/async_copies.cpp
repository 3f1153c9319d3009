// Copies under way and numbered barriers: what a block keeps beside the engine's own state.
#include "gridmark/ptx/async_copies.h"

#include <deque>
#include <memory>

#include "emulation/engine/async_copies.h"
#include "emulation/engine/block.h"
#include "emulation/engine/observer.h"
#include "gridmark/device_functions.h"
#include "gridmark/engine.h"

namespace gridmark::emulation {
namespace {

struct ThreadCopies {
  struct Kept {
    GridmarkAsyncCopy copy;
    unsigned group;
  };
  std::deque<Kept> copies;
  unsigned group = 0;  ///< of the copies to come
};

struct NamedBarrier {
  unsigned arrived = 0;
  unsigned generation = 0;
};

constexpr unsigned most_threads = 1024, named_barriers = 16;

struct BlockExtras {
  ThreadCopies threads[most_threads];
  NamedBarrier barriers[named_barriers];
  void* lane_arguments[most_threads];  ///< of lanes that meet for a matrix instruction
};

thread_local std::unique_ptr<BlockExtras> extras;

BlockExtras& block_extras() {
  if (!extras) extras = std::make_unique<BlockExtras>();
  block_has_extras = true;
  return *extras;
}

ThreadCopies& mine() {
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  return block_extras().threads[thread % most_threads];
}

/// True if this arrival was the last one: everybody goes on.
bool arrive(NamedBarrier& barrier, unsigned threads) {
  if (++barrier.arrived < (threads ? threads : turn.count)) return false;
  barrier.arrived = 0;
  ++barrier.generation;
  if (observer) observer->block_barrier();
  return true;
}

}  // namespace

thread_local bool block_has_extras = false;

void forget_block_extras() {
  block_has_extras = false;
  for (ThreadCopies& thread : extras->threads) {
    thread.copies.clear();
    thread.group = 0;
  }
  for (NamedBarrier& barrier : extras->barriers) barrier = {};
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
  NamedBarrier& barrier = block_extras().barriers[id % named_barriers];
  const unsigned generation = barrier.generation;
  if (arrive(barrier, threads)) return;
  while (barrier.generation == generation) gridmark_yield();
}
void gridmark_named_barrier_arrive(unsigned id, unsigned threads) {
  arrive(block_extras().barriers[id % named_barriers], threads);
}

void** gridmark_lane_arguments() { return block_extras().lane_arguments; }

unsigned gridmark_dynamic_shared_bytes() { return static_cast<unsigned>(Block::here().dynamic_shared_bytes()); }
}
