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
};

/// Queues the work; it counts as one launch. An operand that is not in device, managed or page-locked memory,
/// or reaches past its allocation, ends the program with a message when the work runs.
///
/// returns  cudaErrorInvalidResourceHandle when there is no such stream
cudaError_t enqueue_library_work(cudaStream_t stream, LibraryWork work);

/// For operands that are only known while the work runs (an array of pointers in device memory): the same
/// check, and the news for the counters that it was written.
void touch_operand(const char* call, const Operand& operand);

/// Runs everything queued in the stream: for results that go to host memory at the call.
cudaError_t complete_library_work(cudaStream_t stream);

/// The same for what only the emulation needs at the call: the host's clock stays. Returns when the stream's
/// work ends, in modelled time; less than 0 where there is no such stream.
double run_library_work(cudaStream_t stream);

/// Operating-system threads that one call may use: GRIDMARK_THREADS; 1 in the counted flavour, whose figures
/// and results never change from run to run.
unsigned library_threads();

}  // namespace gridmark::emulation
