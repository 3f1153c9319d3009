#pragma once
// Work of a library that CUDA would run on the device and that runs on the calling host thread here.
#include <functional>

#include "gridmark/engine.h"
#include "gridmark/runtime_types.h"

namespace gridmark::emulation {

/// Works of libraries that are open on this operating-system thread.
GRIDMARK_THREAD_LOCAL unsigned library_depth;

/// Waits for what `stream` must wait for, and opens device memory. Counts as one launch of one thread.
void begin_library_work(cudaStream_t stream);
void end_library_work();

/// Queues work that a library does on the device; in a kernel it is done at once. Counts as one launch.
/// errors  cudaErrorInvalidResourceHandle where there is no such stream
cudaError_t enqueue_library_work(cudaStream_t stream, std::function<void()> work);

/// True where device memory may be touched: in a kernel, or in a library's work.
GRIDMARK_INTRINSIC bool on_the_device() { return turn.in_kernel || library_depth > 0; }

/// While one lives the host thread stands for the device. Inside of kernels, and of another one, it does
/// nothing.
class LibraryWork {
 public:
  explicit LibraryWork(cudaStream_t stream) : outermost_(!on_the_device()) {
    if (outermost_) begin_library_work(stream);
  }
  ~LibraryWork() {
    if (outermost_) end_library_work();
  }
  LibraryWork(const LibraryWork&) = delete;
  LibraryWork& operator=(const LibraryWork&) = delete;

 private:
  bool outermost_;
};

}  // namespace gridmark::emulation
