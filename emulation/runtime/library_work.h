#pragma once
// Services for libraries on the emulated device (cuBLAS, cuRAND, ...). Their calls wait in streams like
// launches, reach device memory only while they run, and have the same bounds checks.
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
  const char* name = "";  ///< the name in the library's documentation: "A", "x"
};

/// Demand of a call on the device, for its modelled time. Without any of it, only the operands' bytes count.
struct LibraryLoad {
  /// The peak rate for the operations. Those of half, tf32 and byte are the tensor cores'.
  enum class Rate { single, twofold, half, tf32, byte };
  Rate rate = Rate::single;
  double flops = 0;
  double outputs = 0;  ///< elements of the result, shared in tiles; 0: all processors take part
  double bytes = 0;    ///< moved; 0: the operands'
};

/// A collective of `ranks`. This rank sends `bytes` in `steps`, after all have come to it.
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
  /// Empty, or false while the call waits for another rank. The stream asks again and again.
  std::function<bool()> is_ready = {};
  /// Replaces `collective` if the load is known only after the run.
  std::function<CollectiveLoad()> late_collective = {};
  /// Receives the modelled time at which the stream reaches the call, before it runs.
  std::function<void(double)> begins = {};
};

/// Queues the work, which counts as one launch. An operand that is not in device, managed or page-locked
/// memory, or that reaches past its allocation, ends the program with a message when the work runs.
///
/// advance  becomes a function that runs the stream up to this work, as far as no command is held up. Callers
///          must hold the device lock.
/// returns  cudaErrorInvalidResourceHandle if there is no such stream
cudaError_t enqueue_library_work(cudaStream_t stream, LibraryWork work,
                                 std::function<void()>* advance = nullptr);

/// Calls done() until it is true, with the device lock held, and lets other threads run in the meantime.
void wait_at_the_call(const std::function<bool()>& done);

/// For operands that are known only while the work runs (an array of pointers in device memory): makes the
/// same check, and informs the counters that the operand was written.
void touch_operand(const char* call, const Operand& operand);

/// Runs everything queued in the stream: for results that go to host memory at the call.
cudaError_t complete_library_work(cudaStream_t stream);

/// Operating-system threads that one call may use: GRIDMARK_THREADS. 1 in the counted flavour, whose figures
/// and results never change from run to run.
unsigned library_threads();

}  // namespace gridmark::emulation
