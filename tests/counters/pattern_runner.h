#pragma once
// Helpers for the .cu files: buffers, and one metered launch.
#include <cuda_runtime.h>

#include "tests/counters/patterns.h"

namespace gridmark::tests {

/// Device memory, zeroed or left uninitialised.
template <class T>
class Buffer {
 public:
  explicit Buffer(int count, bool zeroed = true) {
    cudaMalloc(&data_, static_cast<size_t>(count) * sizeof(T));
    if (zeroed) cudaMemset(data_, 0, static_cast<size_t>(count) * sizeof(T));
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() { cudaFree(data_); }
  T* get() const { return data_; }

 private:
  T* data_ = nullptr;
};

template <class Launch>
emulation::Meters metered(Launch launch) {
  emulation::reset_meters();
  launch();
  cudaDeviceSynchronize();
  return emulation::read_meters();
}

}  // namespace gridmark::tests
