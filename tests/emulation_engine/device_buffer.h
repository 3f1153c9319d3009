#pragma once
// A buffer on the device for tests: filled from and read into vectors.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <vector>

template <class T>
class DeviceBuffer {
 public:
  explicit DeviceBuffer(std::size_t size, T value = T{}) : DeviceBuffer(std::vector<T>(size, value)) {}
  explicit DeviceBuffer(const std::vector<T>& values) : size_(values.size()) {
    EXPECT_EQ(cudaMalloc(&data_, size_ * sizeof(T)), cudaSuccess);
    put(values);
  }
  ~DeviceBuffer() { cudaFree(data_); }
  DeviceBuffer(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(const DeviceBuffer&) = delete;

  operator T*() const { return data_; }
  std::size_t size() const { return size_; }
  void put(const std::vector<T>& values) {
    EXPECT_EQ(cudaMemcpy(data_, values.data(), size_ * sizeof(T), cudaMemcpyHostToDevice), cudaSuccess);
  }
  std::vector<T> get() const {
    std::vector<T> values(size_);
    EXPECT_EQ(cudaMemcpy(values.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost), cudaSuccess);
    return values;
  }

 private:
  T* data_ = nullptr;
  std::size_t size_;
};
