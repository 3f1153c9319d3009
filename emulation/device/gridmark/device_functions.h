#pragma once
// Barriers, fences and timers of device code.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "gridmark/cache_hints.h"
#include "gridmark/coordinates.h"
#include "gridmark/device_clock.h"
#include "gridmark/integer_functions.h"
#include "gridmark/pass_on.h"
#include "gridmark/qualifiers.h"
#include "gridmark/simd_video.h"

// The engine uses the return address of these calls to find the source line, so they must not be jumps.
#define GRIDMARK_STAY_A_CALL __asm__ volatile("")

extern "C" {
int gridmark_barrier_count(int predicate);
int gridmark_barrier_and(int predicate);
int gridmark_barrier_or(int predicate);
void gridmark_named_barrier(unsigned id, unsigned threads);
void gridmark_yield(void);
void __trap(void) __attribute__((noreturn));
}

GRIDMARK_INTRINSIC void __syncthreads() { GRIDMARK_PASS_ON(gridmark_barrier); }
GRIDMARK_INTRINSIC int __syncthreads_count(int predicate) {
  const int result = gridmark_barrier_count(predicate);
  GRIDMARK_STAY_A_CALL;
  return result;
}
GRIDMARK_INTRINSIC int __syncthreads_and(int predicate) {
  const int result = gridmark_barrier_and(predicate);
  GRIDMARK_STAY_A_CALL;
  return result;
}
GRIDMARK_INTRINSIC int __syncthreads_or(int predicate) {
  const int result = gridmark_barrier_or(predicate);
  GRIDMARK_STAY_A_CALL;
  return result;
}
/// One of the block's 16 barriers, for all its threads or for a number of whole warps.
GRIDMARK_INTRINSIC void __barrier_sync(unsigned id) {
  gridmark_named_barrier(id, 0);
  GRIDMARK_STAY_A_CALL;
}
GRIDMARK_INTRINSIC void __barrier_sync_count(unsigned id, unsigned threads) {
  gridmark_named_barrier(id, threads);
  GRIDMARK_STAY_A_CALL;
}
/// Lets other device threads of the block run.
GRIDMARK_INTRINSIC void __nanosleep(unsigned) { gridmark_yield(); }

GRIDMARK_INTRINSIC void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
GRIDMARK_INTRINSIC void __threadfence_block() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
GRIDMARK_INTRINSIC void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

/// Stops in a debugger. Without one the program ends, as on the device.
GRIDMARK_INTRINSIC void __brkpt() { __asm__ volatile("int3"); }
GRIDMARK_INTRINSIC void __prof_trigger(int) {}
