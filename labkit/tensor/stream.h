#pragma once
// The stream for the kit's work.
#include <cuda_runtime.h>

#include "labkit/tensor/types.h"

namespace gridmark::tensor {

/// This thread's stream for work on `device`: the default stream unless a StreamScope lives.
cudaStream_t current_stream(Device device = Device::cuda());

/// Sends this thread's kernels, products and copies on `device` to `stream` while the scope lives, including
/// backward() and step(). The stream belongs to the device and outlives the scope.
///
/// Calls that wait (item(), to_vector(), to(Device)) wait only for that stream. Two streams have no order.
/// Record an event and let the other stream wait for it before it uses the results. A tensor's memory goes
/// back to the stream in whose scope the tensor was made, and the next tensor of that stream may use it at
/// once. Keep a tensor that another stream uses until that stream has finished with it.
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
