#pragma once
// State of cuda::barrier and its relatives, and the operations on it. These are calls into the engine, so
// that the state is not counted as the program's data.
#include <stdint.h>

extern "C" {
struct GridmarkBarrier {
  uint64_t word;
  uint64_t has_copies;  ///< 1 after asynchronous copies that the barrier must announce
};
void gridmark_barrier_object_init(GridmarkBarrier* barrier, unsigned expected);
/// Counts `arrivals` in the running phase and takes `dropped` from later ones. The last to arrive calls
/// `completion` and starts the next phase. Returns the phase of the arrival.
uint64_t gridmark_barrier_object_arrive(GridmarkBarrier* barrier, unsigned arrivals, unsigned dropped,
                                        void (*completion)(void*), void* context);
uint64_t gridmark_barrier_object_phase(const GridmarkBarrier* barrier);
unsigned gridmark_barrier_object_pending(const GridmarkBarrier* barrier);
/// Waits until the phase differs from `phase` in one of `phase_bits`.
void gridmark_barrier_object_wait(const GridmarkBarrier* barrier, uint64_t phase, uint64_t phase_bits);

void gridmark_barrier_object_expect_copies(GridmarkBarrier* barrier);
int gridmark_barrier_object_has_copies(const GridmarkBarrier* barrier);

/// A count of available permits. Taking one waits until there is one.
void gridmark_semaphore_take(int64_t* count);
int gridmark_semaphore_try_take(int64_t* count);
void gridmark_semaphore_give(int64_t* count, int64_t update);
}
