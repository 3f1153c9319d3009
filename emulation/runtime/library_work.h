#pragma once
// What a library over the emulated device (cuBLAS, cuRAND, ...) needs of the runtime: its calls wait in
// streams like launches, reach device memory only while they run, and are held to the same bounds.
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "gridmark/runtime_types.h"

namespace gridmark::emulation {

/// Memory that a call reads or writes, from its first byte to its last.
struct Operand {
  const void* at = nullptr;
  std::size_t bytes = 0;
  bool written = false;
  const char* name = "";  ///< as the library's documentation calls it: "A", "x"
};

/// What a call asks of the device, for its modelled time. Without any of it the operands' bytes alone count.
struct LibraryLoad {
  /// Whose peak the operations are held to; those of half, tf32 and byte are the tensor cores'.
  enum class Rate { single, twofold, half, tf32, byte };
  Rate rate = Rate::single;
  double flops = 0;
  double outputs = 0;  ///< elements of the result, which processors share in tiles; 0: all of them take part
  double bytes = 0;    ///< moved; 0: the operands'
};

/// A collective of `ranks`, of which this rank sends `bytes` in `steps`, once all have come to it.
struct CollectiveLoad {
  double bytes = 0, steps = 1;
  double begin_ns = 0;  ///< modelled time at which the last rank has come
};

/// One call of a library, ready to wait in a stream.
struct LibraryWork {
  const char* call = "";  ///< "cublasSgemm"
  std::vector<Operand> operands;
  std::function<void()> run;  ///< may touch device memory
  LibraryLoad load = {};
  std::optional<CollectiveLoad> collective = {};
  bool takes_time = true;  ///< false: only the emulation needs it
  /// Empty, or false while it waits for another rank. The stream asks again and again.
  std::function<bool()> is_ready = {};
  /// In place of `collective` where the load is known once it has run.
  std::function<CollectiveLoad()> late_collective = {};
  /// Gets the modelled time at which the stream has come to it, before it runs.
  std::function<void(double)> begins = {};
};

/// Queues the work; it counts as one launch. An operand that is not in device, managed or page-locked memory,
/// or reaches past its allocation, ends the program with a message when the work runs.
///
/// advance  becomes a function that runs the stream up to this work, as far as no command is held up. Callers
///          hold the device lock.
/// returns  cudaErrorInvalidResourceHandle when there is no such stream
cudaError_t enqueue_library_work(cudaStream_t stream, LibraryWork work,
                                 std::function<void()>* advance = nullptr);

/// Calls done() until it is true, with the device lock held, and lets other threads in meanwhile.
void wait_at_the_call(const std::function<bool()>& done);

/// For operands that are only known while the work runs (an array of pointers in device memory): the same
/// check, and the news for the counters that it was written.
void touch_operand(const char* call, const Operand& operand);

/// Runs everything queued in the stream: for results that go to host memory at the call.
cudaError_t complete_library_work(cudaStream_t stream);

/// Operating-system threads that one call may use: GRIDMARK_THREADS; 1 in the counted flavour, whose figures
/// and results never change from run to run.
unsigned library_threads();

}  // namespace gridmark::emulation
