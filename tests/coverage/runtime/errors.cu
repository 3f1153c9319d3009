// Feature: error codes: names, messages, last error of each host thread, documented errors of wrong calls
#include <cstring>
#include <thread>

#include "../check.h"

__global__ void nothing() {}

int main() {
  CHECK(!std::strcmp(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue"));
  CHECK(!std::strcmp(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument"));
  CHECK(!std::strcmp(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory"));
  CHECK(!std::strcmp(cudaGetErrorName(cudaErrorNotReady), "cudaErrorNotReady"));
  CHECK(!std::strcmp(cudaGetErrorName(cudaErrorStreamCaptureUnjoined), "cudaErrorStreamCaptureUnjoined"));
  CHECK(!std::strcmp(cudaGetErrorString(static_cast<cudaError_t>(123456)), "unrecognized error code"));

  // An error is kept until it is read. Peeking keeps it, and success does not change it.
  CHECK(cudaSetDevice(99) == cudaErrorInvalidDevice);
  int device = 0;
  CUDA(cudaGetDevice(&device));
  CHECK(cudaPeekAtLastError() == cudaErrorInvalidDevice);
  std::thread([] { CHECK(cudaGetLastError() == cudaSuccess); }).join();
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaSuccess);

  nothing<<<1, 2048>>>();
  CHECK(cudaGetLastError() == cudaErrorInvalidConfiguration);
  nothing<<<0, 32>>>();
  CHECK(cudaGetLastError() == cudaErrorInvalidConfiguration);
  nothing<<<1, 32, 200 * 1024>>>();
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  nothing<<<dim3(1, 70000), 32>>>();
  CHECK(cudaGetLastError() == cudaErrorInvalidConfiguration);

  float host[16] = {}, *memory = nullptr;
  CUDA(cudaMalloc(&memory, sizeof host));
  CHECK(cudaMemcpy(memory, host, sizeof host + 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(memory, host, 4, static_cast<cudaMemcpyKind>(9)) == cudaErrorInvalidMemcpyDirection);
  CHECK(cudaMemcpy(nullptr, host, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemset(memory + 8, 0, sizeof host) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy2D(memory, 8, host, 4, 8, 2, cudaMemcpyHostToDevice) == cudaErrorInvalidPitchValue);
  CHECK(cudaFree(memory + 1) == cudaErrorInvalidValue);
  CHECK(cudaFree(host) == cudaErrorInvalidValue);
  CUDA(cudaFree(memory));
  CUDA(cudaFree(nullptr));
  CHECK(cudaFreeHost(host) == cudaErrorInvalidValue);
  CHECK(cudaHostUnregister(host) == cudaErrorHostMemoryNotRegistered);
  void* bad = nullptr;
  CHECK(cudaMallocManaged(&bad, 0) == cudaErrorInvalidValue);
  CHECK(cudaHostGetDevicePointer(&bad, host, 0) == cudaErrorInvalidValue);
  CHECK(cudaEventElapsedTime(nullptr, nullptr, nullptr) != cudaSuccess);
  CHECK(cudaGetLastError() != cudaSuccess);
  return coverage::result();
}
