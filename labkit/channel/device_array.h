#pragma once
// CUDA helpers for adaptors. The same source serves the emulated device and a GPU.
#include <cuda_runtime.h>

#include <cstddef>
#include <string>
#include <utility>

#include "labkit/channel/circumstance.h"
#include "labkit/channel/worker.h"

namespace gridmark::channel {

/// The adaptor's CUDA calls must not fail. If one does, the operation ends with CUDA's message.
inline void require(cudaError_t error) {
  note_device_error(error);
  if (error != cudaSuccess)
    throw DeviceUnusable(std::string("the next call fails with ") + cudaGetErrorName(error));
}

/// A device buffer of the adaptor. It is filled from an input or with one byte, and freed at the end of the
/// scope. Messages call it `name`, the name of the parameter in the student's function.
template <class T>
class DeviceArray {
 public:
  DeviceArray(std::size_t size, const char* name, unsigned char fill = poison_byte) : size_(size) {
    require(cudaMalloc(reinterpret_cast<void**>(&data_), size * sizeof(T)));
    require(cudaMemset(data_, fill, size * sizeof(T)));
    name_allocation(data_, name);
  }
  DeviceArray(const In<T>& input, const char* name) : size_(input.size()) {
    require(cudaMalloc(reinterpret_cast<void**>(&data_), size_ * sizeof(T)));
    require(cudaMemcpy(data_, input.data(), size_ * sizeof(T), cudaMemcpyHostToDevice));
    name_allocation(data_, name);
  }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  ~DeviceArray() { cudaFree(data_); }

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }

  void copy_to(Out<T>& output) const {
    require(cudaMemcpy(output.writable().data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost));
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

/// The stream for a function that takes one. Also applies the other effects of the circumstance.
class GivenStream {
 public:
  explicit GivenStream(Circumstance circumstance) {
    refuse_work(circumstance == Circumstance::refused_work);
    if (circumstance != Circumstance::own_stream) return;
    require(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
    expect_stream(stream_);
  }
  GivenStream(const GivenStream&) = delete;
  GivenStream& operator=(const GivenStream&) = delete;
  ~GivenStream() {
    if (stream_) cudaStreamDestroy(stream_);
  }
  cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

inline Status status_of(cudaError_t error) {
  return {static_cast<int>(error), cudaGetErrorName(error), cudaGetErrorString(error)};
}

/// Runs the student's function with the meters on, and waits for all the work that it left on the device. A
/// rehearsal leaves the function out.
/// returns  the function's result, else the first error of that work
template <class Function>
Status graded(Function&& function) {
  require(cudaDeviceSynchronize());
  begin_graded_section();
  const cudaError_t returned = rehearsing() ? cudaSuccess : std::forward<Function>(function)();
  begin_own_calls();
  const cudaError_t finished = cudaDeviceSynchronize();
  const cudaError_t pending = cudaGetLastError();
  end_graded_section();
  for (const cudaError_t error : {finished, pending, returned}) note_device_error(error);
  if (returned != cudaSuccess) return status_of(returned);
  return status_of(finished != cudaSuccess ? finished : pending);
}

}  // namespace gridmark::channel
