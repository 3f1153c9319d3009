#pragma once
// Moving bytes, as a command of a stream.
#include <cstddef>
#include <memory>
#include <vector>

#include "emulation/runtime/ledger.h"
#include "emulation/runtime/streams.h"

namespace gridmark::emulation {

/// `height` rows of `width` bytes; a plain copy has one row.
struct Rectangle {
  void* to = nullptr;
  std::size_t to_pitch = 0;
  const void* from = nullptr;
  std::size_t from_pitch = 0;
  std::size_t width = 0, height = 1;

  std::size_t bytes() const { return width * height; }
  /// From the first byte to the last, on either side.
  std::size_t to_extent() const { return height ? to_pitch * (height - 1) + width : 0; }
  std::size_t from_extent() const { return height ? from_pitch * (height - 1) + width : 0; }
};

enum class HostWaits { until_copied, as_cuda_does };
/// Symbols are ordinary variables of the program that count as device memory.
enum class Symbol { neither, target, source };

/// Checks, queues, and runs as much as the call must not return before.
cudaError_t copy(const Rectangle& what, cudaMemcpyKind kind, cudaStream_t stream, HostWaits waits,
                 Symbol symbol = Symbol::neither);
cudaError_t set(void* device, std::size_t pitch, int value, std::size_t width, std::size_t height,
                cudaStream_t stream);

}  // namespace gridmark::emulation
