#pragma once
// Work that CUDA would run on the device and a host thread runs here: Thrust's and CUB's algorithms for whole
// arrays, whose source is part of the program.
#include <functional>

#include "gridmark/engine.h"
#include "gridmark/runtime_types.h"

namespace gridmark::emulation {

/// Number of such works in progress on this operating-system thread.
GRIDMARK_THREAD_LOCAL unsigned host_work_depth;

/// Waits for the work that `stream` must wait for, and opens device memory. Counts as one launch of one
/// thread.
void begin_host_work(cudaStream_t stream);
void end_host_work();

/// Queues such work. In a kernel it runs at once. Counts as one launch of one thread.
/// errors  cudaErrorInvalidResourceHandle for an unknown stream
cudaError_t enqueue_host_work(cudaStream_t stream, std::function<void()> work);

/// True if the code may touch device memory: in a kernel, or in such work.
GRIDMARK_INTRINSIC bool on_the_device() { return turn.in_kernel || host_work_depth > 0; }

/// While an object of this class lives, the host thread stands for the device. Inside a kernel or another
/// such object it does nothing.
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
