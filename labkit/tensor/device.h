#pragma once
// The kit's own view of CUDA: errors as exceptions, and the device that calls go to.
#include <cuda_runtime.h>

#include "labkit/tensor/types.h"

namespace gridmark::tensor {

/// errors  DeviceError: `error` is none of success; `what` begins the message
void check(cudaError_t error, const char* what);

/// Makes the device of `place` current while it lives; the host's place changes nothing.
class OnDevice {
 public:
  explicit OnDevice(Place place);
  ~OnDevice();
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

 private:
  int before_ = -1;  ///< below 0: nothing to restore
};

/// Copies `bytes` between any two places and waits for it.
void copy_bytes(void* to, Place to_place, const void* from, Place from_place, std::size_t bytes);

}  // namespace gridmark::tensor
