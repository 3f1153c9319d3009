#pragma once
// Asynchronous copies of one thread, as C functions.
#include "cuda_awbarrier_primitives.h"
#include "gridmark/async_copy.h"

/// Copies `size` (4, 8 or 16) bytes, the last `zeros` of them as zeros.
GRIDMARK_INTRINSIC void __pipeline_memcpy_async(void* shared, const void* global, size_t size,
                                                size_t zeros = 0) {
  if ((size != 4 && size != 8 && size != 16) || zeros > size) __trap();
  ::gridmark::ptx::start_copy(shared, global, static_cast<unsigned>(size),
                              static_cast<unsigned>(size - zeros));
}
GRIDMARK_INTRINSIC void __pipeline_commit() { gridmark_async_copy_commit(); }
/// Waits for all but the last `prior` commits.
GRIDMARK_INTRINSIC void __pipeline_wait_prior(size_t prior) {
  ::gridmark::ptx::finish_copies(static_cast<unsigned>(prior), false);
}
/// The barrier's running phase ends only after this thread's copies so far.
GRIDMARK_INTRINSIC void __pipeline_arrive_on(__mbarrier_t*) { ::gridmark::ptx::finish_copies(0, true); }
