#pragma once
// Work that the lanes of a warp do as one: matrix fragments, ldmatrix, mma. The lanes meet, one of them works
// with what all have brought, and all go on.
#include "gridmark/device_functions.h"

namespace gridmark {
namespace emulation {

/// One kind of joint work. An object of static storage; lanes that meet must name the same one.
struct WarpWork {
  const char* name;  ///< as the user spells it; begins the message that refuses a call with lanes missing
  /// `lanes[i]` is what lane i brought, for each lane of `mask`; null for the others.
  void (*run)(void* const* lanes, unsigned mask);
};

}  // namespace emulation
}  // namespace gridmark

/// Meets the lanes of `mask`, which must all arrive. What `lane` points to may lie on the caller's stack.
extern "C" void gridmark_warp_together(unsigned mask, void* lane, const gridmark::emulation::WarpWork* work);

namespace gridmark {
namespace emulation {

GRIDMARK_INTRINSIC void work_together(unsigned mask, void* lane, const WarpWork* work) {
  gridmark_warp_together(mask, lane, work);
  GRIDMARK_STAY_A_CALL;
}

}  // namespace emulation
}  // namespace gridmark
