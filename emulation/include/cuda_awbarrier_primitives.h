#pragma once
// Arrive-wait barriers as C functions.
#include "gridmark/barrier_object.h"
#include "gridmark/device_functions.h"

typedef struct GridmarkBarrier __mbarrier_t;
typedef uint64_t __mbarrier_token_t;

GRIDMARK_INTRINSIC uint32_t __mbarrier_maximum_count() { return (1u << 20) - 1; }
GRIDMARK_INTRINSIC void __mbarrier_init(__mbarrier_t* barrier, uint32_t expected) {
  gridmark_barrier_object_init(barrier, expected);
}
GRIDMARK_INTRINSIC void __mbarrier_inval(__mbarrier_t*) {}
GRIDMARK_INTRINSIC __mbarrier_token_t __mbarrier_arrive(__mbarrier_t* barrier) {
  return gridmark_barrier_object_arrive(barrier, 1, 0, nullptr, nullptr);
}
GRIDMARK_INTRINSIC __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t* barrier) {
  return gridmark_barrier_object_arrive(barrier, 1, 1, nullptr, nullptr);
}
/// Whether the phase of that arrival has ended. Other threads of the block run in the meantime, so a loop
/// around this makes progress.
GRIDMARK_INTRINSIC bool __mbarrier_test_wait(__mbarrier_t* barrier, __mbarrier_token_t token) {
  if (gridmark_barrier_object_phase(barrier) != token) return true;
  gridmark_yield();
  return gridmark_barrier_object_phase(barrier) != token;
}
GRIDMARK_INTRINSIC bool __mbarrier_test_wait_parity(__mbarrier_t* barrier, bool parity) {
  if ((gridmark_barrier_object_phase(barrier) & 1) != parity) return true;
  gridmark_yield();
  return (gridmark_barrier_object_phase(barrier) & 1) != parity;
}
GRIDMARK_INTRINSIC bool __mbarrier_try_wait(__mbarrier_t* barrier, __mbarrier_token_t token, uint32_t) {
  gridmark_barrier_object_wait(barrier, token, ~uint64_t{0});
  return true;
}
GRIDMARK_INTRINSIC bool __mbarrier_try_wait_parity(__mbarrier_t* barrier, bool parity, uint32_t) {
  gridmark_barrier_object_wait(barrier, parity, 1);
  return true;
}
