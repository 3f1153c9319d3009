#pragma once
// The kit's use of CUDA: errors as exceptions, and the current device.
#include <cuda_runtime.h>

#include "labkit/tensor/types.h"

namespace gridmark::tensor {

/// errors  DeviceError: `error` is not success. `what` begins the message
void check(cudaError_t error, const char* what);

/// Makes `device` current while the object lives. The host changes nothing.
class OnDevice {
 public:
  explicit OnDevice(Device device);
  ~OnDevice();
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

 private:
  int before_ = -1;  ///< below 0: nothing to restore
};

/// Copies `bytes` between any two devices, in their current streams, and waits for the copy. A copy inside
/// one device is only queued.
void copy_bytes(void* to, Device to_device, const void* from, Device from_device, std::size_t bytes);

}  // namespace gridmark::tensor
