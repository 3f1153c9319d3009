#pragma once
// The stream that the kit's work goes to.
#include <cuda_runtime.h>

#include "labkit/tensor/types.h"

namespace gridmark::tensor {

/// This thread's stream for work on `device`: the default stream unless a StreamScope lives.
cudaStream_t current_stream(Device device = Device::cuda());

/// Lets this thread's kernels, products and copies on `device` go to `stream` while it lives, backward() and
/// step() included. The stream belongs to the device and outlives the scope.
///
/// Calls that wait (item(), to_vector(), to(Device)) wait for that stream alone. Two streams have no order,
/// so it is yours to record an event and let the other stream wait for it before it uses the results. A
/// tensor's memory goes back to the stream in whose scope the tensor was made, and the next tensor of that
/// stream may take it at once: keep a tensor that another stream uses until that stream is done with it.
class StreamScope {
 public:
  /// errors  DeviceError: `device` is the host
  explicit StreamScope(cudaStream_t stream, Device device = Device::cuda());
  ~StreamScope();
  StreamScope(const StreamScope&) = delete;
  StreamScope& operator=(const StreamScope&) = delete;

 private:
  Device device_;
  cudaStream_t before_;
};

}  // namespace gridmark::tensor
