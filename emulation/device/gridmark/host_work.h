#pragma once
// Work that CUDA would do on the device and that a host thread does here: Thrust's and CUB's algorithms for
// whole arrays, whose source is part of the program.
#include <functional>

#include "gridmark/engine.h"
#include "gridmark/runtime_types.h"

namespace gridmark::emulation {

/// Such works that are open on this operating-system thread.
GRIDMARK_THREAD_LOCAL unsigned host_work_depth;

/// Waits for what `stream` must wait for, and opens device memory. Counts as one launch of one thread.
void begin_host_work(cudaStream_t stream);
void end_host_work();

/// Queues such work; in a kernel it is done at once. Counts as one launch of one thread.
/// errors  cudaErrorInvalidResourceHandle where there is no such stream
cudaError_t enqueue_host_work(cudaStream_t stream, std::function<void()> work);

/// True where device memory may be touched: in a kernel, or in such work.
GRIDMARK_INTRINSIC bool on_the_device() { return turn.in_kernel || host_work_depth > 0; }

/// While one lives the host thread stands for the device. Inside of kernels, and of another one, it does
/// nothing.
class HostWork {
 public:
  explicit HostWork(cudaStream_t stream) : outermost_(!on_the_device()) {
    if (outermost_) begin_host_work(stream);
  }
  ~HostWork() {
    if (outermost_) end_host_work();
  }
  HostWork(const HostWork&) = delete;
  HostWork& operator=(const HostWork&) = delete;

 private:
  bool outermost_;
};

}  // namespace gridmark::emulation
