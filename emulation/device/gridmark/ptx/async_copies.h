#pragma once
// Copies from global to shared memory that a device thread starts and later waits for (cp.async), and the
// numbered barriers of a block (bar.sync 1, 64).
//
// Theory of operation
// A copy reads its source where it starts and writes shared memory at its thread's wait. A kernel without the
// wait finds the old values, as it can on hardware. Reads and writes are part of the kernel's code, so they
// are counted like all others.
#include <stdint.h>

#include "gridmark/qualifiers.h"

extern "C" {
/// Bytes that a copy has read, and their destination.
struct GridmarkAsyncCopy {
  alignas(16) unsigned char data[16];
  void* to;
  unsigned bytes;
};
void gridmark_async_copy_keep(const GridmarkAsyncCopy* copy);
/// Makes a group of the copies since the last one.
void gridmark_async_copy_commit(void);
/// Takes the next copy, unless it belongs to one of the last `groups_left` groups. False if there is none.
bool gridmark_async_copy_take(unsigned groups_left, bool uncommitted_too, GridmarkAsyncCopy* copy);

/// Waits at barrier `id` (0..15) until `threads` device threads have come. 0 means the whole block.
void gridmark_named_barrier(unsigned id, unsigned threads);
/// Arrives at barrier `id` without waiting.
void gridmark_named_barrier_arrive(unsigned id, unsigned threads);
}

namespace gridmark::ptx {

template <int bytes>
struct alignas(bytes) Piece {
  uint32_t words[bytes / 4];
};
template <int bytes>
GRIDMARK_INTRINSIC void copy_piece(void* to, const void* from) {
  *static_cast<Piece<bytes>*>(to) = *static_cast<const Piece<bytes>*>(from);
}

/// Reads `source_bytes` of `bytes` (4, 8 or 16). The rest is zeros.
GRIDMARK_INTRINSIC void start_copy(void* shared, const void* global, unsigned bytes, unsigned source_bytes) {
  GridmarkAsyncCopy copy{{}, shared, bytes};
  if (source_bytes == 4) {
    copy_piece<4>(copy.data, global);
  } else if (source_bytes == 8) {
    copy_piece<8>(copy.data, global);
  } else if (source_bytes == 16) {
    copy_piece<16>(copy.data, global);
  } else {
    const auto* from = static_cast<const unsigned char*>(global);
    for (unsigned i = 0; i < source_bytes && i < 16; ++i) copy.data[i] = from[i];
  }
  gridmark_async_copy_keep(&copy);
}
GRIDMARK_INTRINSIC void finish_copies(unsigned groups_left, bool uncommitted_too) {
  GridmarkAsyncCopy copy;
  while (gridmark_async_copy_take(groups_left, uncommitted_too, &copy)) {
    if (copy.bytes == 4)
      copy_piece<4>(copy.to, copy.data);
    else if (copy.bytes == 8)
      copy_piece<8>(copy.to, copy.data);
    else
      copy_piece<16>(copy.to, copy.data);
  }
}

}  // namespace gridmark::ptx
