#pragma once
// Helpers for coverage programs, in plain CUDA C++, so that nvcc accepts them, too.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

/// Prints and remembers a condition that does not hold. The program continues.
#define CHECK(condition) coverage::check((condition), #condition, __FILE__, __LINE__)
/// The program ends if a call of the runtime API fails.
#define CUDA(call) coverage::must((call), #call, __FILE__, __LINE__)

namespace coverage {

inline int& failures() {
  static int count = 0;
  return count;
}

inline void check(bool holds, const char* condition, const char* file, int line) {
  if (holds) return;
  if (++failures() <= 20) std::printf("%s:%d: does not hold: %s\n", file, line, condition);
}

inline void must(cudaError_t error, const char* call, const char* file, int line) {
  if (error == cudaSuccess) return;
  std::printf("%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(error));
  std::exit(1);
}

/// The result of main.
inline int result() {
  must(cudaDeviceSynchronize(), "cudaDeviceSynchronize()", "the end", 0);
  if (failures() == 0) std::puts("ok");
  return failures() == 0 ? 0 : 1;
}

/// Device memory for one test, copied both ways.
template <class T>
class Buffer {
 public:
  explicit Buffer(size_t count, T value = T()) : Buffer(std::vector<T>(count, value)) {}
  explicit Buffer(const std::vector<T>& values) : count_(values.size()) {
    CUDA(cudaMalloc(reinterpret_cast<void**>(&device_), count_ * sizeof(T)));
    CUDA(cudaMemcpy(device_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  ~Buffer() { cudaFree(device_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  operator T*() const { return device_; }
  size_t size() const { return count_; }
  std::vector<T> get() const {
    std::vector<T> values(count_);
    CUDA(cudaDeviceSynchronize());
    CUDA(cudaMemcpy(values.data(), device_, count_ * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }

 private:
  T* device_ = nullptr;
  size_t count_;
};

}  // namespace coverage
