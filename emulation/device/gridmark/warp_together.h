#pragma once
// Joint work of a warp's lanes: matrix fragments, ldmatrix, mma. The lanes meet, one of them works with the
// values of all, and all continue.
#include "gridmark/device_functions.h"

namespace gridmark {
namespace emulation {

/// One kind of joint work. An object of static storage. Lanes that meet must use the same one.
struct WarpWork {
  const char* name;  ///< the user's spelling, which begins the message that refuses a call with lanes missing
  /// `lanes[i]` is lane i's contribution, for each lane of `mask`, and null for the others.
  void (*run)(void* const* lanes, unsigned mask);
};

}  // namespace emulation
}  // namespace gridmark

/// Meets the lanes of `mask`, which must all arrive. `lane` can point to the caller's stack.
extern "C" void gridmark_warp_together(unsigned mask, void* lane, const gridmark::emulation::WarpWork* work);

namespace gridmark {
namespace emulation {

GRIDMARK_INTRINSIC void work_together(unsigned mask, void* lane, const WarpWork* work) {
  gridmark_warp_together(mask, lane, work);
  GRIDMARK_STAY_A_CALL;
}

}  // namespace emulation
}  // namespace gridmark
