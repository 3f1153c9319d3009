#pragma once
// What a library over the emulated device (cuBLAS, cuRAND, ...) needs of the runtime: its calls wait in
// streams like launches, reach device memory only while they run, and are held to the same bounds.
#include <cstddef>
#include <functional>
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

/// One call of a library, ready to wait in a stream.
struct LibraryWork {
  const char* call = "";  ///< "cublasSgemm"
  std::vector<Operand> operands;
  std::function<void()> run;  ///< may touch device memory
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

/// Operating-system threads that one call may use: GRIDMARK_THREADS; 1 in the counted flavour, whose figures
/// and results never change from run to run.
unsigned library_threads();

}  // namespace gridmark::emulation
