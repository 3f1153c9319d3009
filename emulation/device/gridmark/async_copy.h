#pragma once
// memcpy_async: a group's threads share a copy. It is finished at their wait.
//
// The bytes are read at once and written at the wait, so a kernel without the wait does not see them
// (gridmark/ptx/async_copies.h).
#include <stddef.h>

#include "gridmark/ptx/async_copies.h"

namespace cuda {

/// A size that guarantees its alignment.
template <size_t alignment>
struct aligned_size_t {
  static constexpr size_t align = alignment;
  size_t value;
  explicit constexpr aligned_size_t(size_t size) : value(size) {}
  constexpr operator size_t() const { return value; }
};

}  // namespace cuda

namespace gridmark::emulation {

/// A single thread as a group.
struct SingleThread {
  static constexpr unsigned thread_rank() { return 0; }
  static constexpr unsigned size() { return 1; }
};

/// Starts this thread's part: pieces of 16, 8 or 4 bytes as the addresses allow. Threads alternate, so that
/// neighbours read neighbours.
template <class Group>
inline __attribute__((always_inline)) void start_shared_copy(const Group& group, void* to, const void* from,
                                                             size_t bytes) {
  const auto addresses = reinterpret_cast<uintptr_t>(to) | reinterpret_cast<uintptr_t>(from);
  const unsigned piece = addresses % 16 == 0 ? 16 : addresses % 8 == 0 ? 8 : addresses % 4 == 0 ? 4 : 1;
  auto* target = static_cast<unsigned char*>(to);
  const auto* source = static_cast<const unsigned char*>(from);
  const size_t step = static_cast<size_t>(group.size()) * piece;
  const size_t whole = piece == 1 ? 0 : bytes / piece * piece;
  for (size_t at = static_cast<size_t>(group.thread_rank()) * piece; at < whole; at += step)
    ptx::start_copy(target + at, source + at, piece, piece);
  for (size_t at = whole + static_cast<size_t>(group.thread_rank()); at < bytes;
       at += static_cast<size_t>(group.size()))
    target[at] = source[at];
}

}  // namespace gridmark::emulation
