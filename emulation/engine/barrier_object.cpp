// Barriers that are objects of the program: cuda::barrier, latches, pipelines, semaphores.
//
// Theory of operation
// One word holds a barrier: the arrivals that are missing in this phase, the arrivals that each phase needs,
// and the phase. In shared memory only this block's threads use it. They wait in the block's scheduler, which
// reports a deadlock if none of them can go on. In device memory other blocks use it as well. Then the
// block's other threads run, and the word is read again and again.
#include "gridmark/barrier_object.h"

#include <sched.h>

#include "emulation/engine/arena.h"
#include "emulation/engine/block.h"
#include "emulation/engine/observer.h"

extern "C" __attribute__((visibility("hidden"))) const char __ehdr_start, _end;

namespace gridmark::emulation {
namespace {

constexpr std::uint64_t count_bits = 21, count_mask = (std::uint64_t{1} << count_bits) - 1;
constexpr unsigned phase_shift = 2 * count_bits;

/// From the lowest bit: missing arrivals, arrivals of a phase, phase.
std::uint64_t word_of(std::uint64_t pending, std::uint64_t expected, std::uint64_t phase) {
  return (pending & count_mask) | (expected & count_mask) << count_bits | phase << phase_shift;
}
std::uint64_t pending_of(std::uint64_t word) { return word & count_mask; }
std::uint64_t expected_of(std::uint64_t word) { return word >> count_bits & count_mask; }
std::uint64_t phase_of(std::uint64_t word) { return word >> phase_shift; }

void tell_ordered() {
  if (observer && turn.in_kernel) observer->threads_ordered();
}

}  // namespace

/// A __device__ variable, which other blocks use as well. Shared memory is thread-local and lies elsewhere.
bool is_program_variable(const void* address) { return address >= &__ehdr_start && address < &_end; }

/// Waits for `holds(context)`. `memory` is the memory that other threads change.
void wait_on_memory(const void* memory, bool (*holds)(void*), void* context, const void* place) {
  if (turn.in_kernel && !is_arena_address(memory) && !is_program_variable(memory)) {
    Block::here().wait_until(holds, context, place);
  } else {
    while (!holds(context)) {
      if (turn.in_kernel) Block::here().yield();
      sched_yield();
    }
  }
  tell_ordered();
}

}  // namespace gridmark::emulation

using namespace gridmark::emulation;

extern "C" {
void gridmark_barrier_object_init(GridmarkBarrier* barrier, unsigned expected) {
  barrier->has_copies = 0;
  __atomic_store_n(&barrier->word, word_of(expected, expected, 0), __ATOMIC_SEQ_CST);
}
void gridmark_barrier_object_expect_copies(GridmarkBarrier* barrier) { barrier->has_copies = 1; }
int gridmark_barrier_object_has_copies(const GridmarkBarrier* barrier) { return barrier->has_copies != 0; }

std::uint64_t gridmark_barrier_object_arrive(GridmarkBarrier* barrier, unsigned arrivals, unsigned dropped,
                                             void (*completion)(void*), void* context) {
  tell_ordered();
  std::uint64_t word = __atomic_load_n(&barrier->word, __ATOMIC_SEQ_CST), next;
  do {
    next = word_of(pending_of(word) - arrivals, expected_of(word) - dropped, phase_of(word));
  } while (
      !__atomic_compare_exchange_n(&barrier->word, &word, next, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  if (pending_of(next) == 0) {
    if (completion) completion(context);
    const std::uint64_t expected = expected_of(next);
    __atomic_store_n(&barrier->word, word_of(expected, expected, phase_of(next) + 1), __ATOMIC_SEQ_CST);
  }
  return phase_of(word);
}

std::uint64_t gridmark_barrier_object_phase(const GridmarkBarrier* barrier) {
  return phase_of(__atomic_load_n(&barrier->word, __ATOMIC_SEQ_CST));
}
unsigned gridmark_barrier_object_pending(const GridmarkBarrier* barrier) {
  return static_cast<unsigned>(pending_of(__atomic_load_n(&barrier->word, __ATOMIC_SEQ_CST)));
}

void gridmark_barrier_object_wait(const GridmarkBarrier* barrier, std::uint64_t phase,
                                  std::uint64_t phase_bits) {
  struct Wait {
    const GridmarkBarrier* barrier;
    std::uint64_t phase, bits;
  } wait{barrier, phase, phase_bits};
  const auto passed = [](void* context) {
    const Wait& at = *static_cast<Wait*>(context);
    return ((gridmark_barrier_object_phase(at.barrier) ^ at.phase) & at.bits) != 0;
  };
  wait_on_memory(barrier, passed, &wait, __builtin_return_address(0));
}

int gridmark_semaphore_try_take(std::int64_t* count) {
  std::int64_t seen = __atomic_load_n(count, __ATOMIC_SEQ_CST);
  while (seen > 0)
    if (__atomic_compare_exchange_n(count, &seen, seen - 1, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
      tell_ordered();
      return 1;
    }
  return 0;
}
void gridmark_semaphore_take(std::int64_t* count) {
  const auto taken = [](void* context) {
    return gridmark_semaphore_try_take(static_cast<std::int64_t*>(context)) != 0;
  };
  wait_on_memory(count, taken, count, __builtin_return_address(0));
}
void gridmark_semaphore_give(std::int64_t* count, std::int64_t update) {
  tell_ordered();
  __atomic_fetch_add(count, update, __ATOMIC_SEQ_CST);
}
}
