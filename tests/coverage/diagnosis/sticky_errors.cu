// Feature: every call after a kernel's fault returns its error until cudaDeviceReset, and the error of a wrong launch is returned once
// Findings: out of bounds: 
// Findings: uninitialised read: 
// Findings: misaligned address: 
#include "../check.h"

__global__ void write(int* p, int value) { p[threadIdx.x] = value; }
__global__ void copy_vector(float4* to, const float4* from) { *to = *from; }
__global__ void trap() { __trap(); }

struct Big {
  int values[1000];
};
__global__ void copy(Big* to, const Big* from) { *to = *from; }

void expect(cudaError_t error, int* device) {
  int word = 0;
  CHECK(cudaDeviceSynchronize() == error);
  CHECK(cudaDeviceSynchronize() == error);
  CHECK(cudaPeekAtLastError() == error);
  CHECK(cudaGetLastError() == error);
  CHECK(cudaGetLastError() == error);
  CHECK(cudaMemcpy(&word, device, sizeof word, cudaMemcpyDeviceToHost) == error);
  int* more = nullptr;
  CHECK(cudaMalloc(&more, 100) == error);
  write<<<1, 1>>>(device, 2);
  CHECK(cudaGetLastError() == error);
  CHECK(cudaStreamSynchronize(0) == error);
  CHECK(cudaDeviceReset() == cudaSuccess);
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
}

int* fresh(size_t bytes = 64 * sizeof(int)) {
  int* device = nullptr;
  CUDA(cudaMalloc(&device, bytes));
  return device;
}

int main() {
  int* device = fresh();
  write<<<1, 2000>>>(device, 1);
  CHECK(cudaPeekAtLastError() == cudaErrorInvalidConfiguration);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(cudaGetLastError() == cudaErrorInvalidConfiguration);
  CHECK(cudaGetLastError() == cudaSuccess);
  write<<<1, 64>>>(device, 1);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);

  write<<<1, 32>>>(nullptr, 1);
  expect(cudaErrorIllegalAddress, device);

  device = fresh();
  write<<<64, 128>>>(device + (1 << 20), 1);
  expect(cudaErrorIllegalAddress, device);

  device = fresh();
  copy<<<1, 1>>>(reinterpret_cast<Big*>(device), nullptr);
  expect(cudaErrorIllegalAddress, device);

  device = fresh();
  copy_vector<<<1, 1>>>(reinterpret_cast<float4*>(device + 8), reinterpret_cast<float4*>(device + 1));
  expect(cudaErrorMisalignedAddress, device);

  device = fresh();
  trap<<<100, 64>>>();
  expect(cudaErrorLaunchFailure, device);

  // The device works again.
  device = fresh();
  write<<<1, 64>>>(device, 7);
  int seen[64];
  CUDA(cudaMemcpy(seen, device, sizeof seen, cudaMemcpyDeviceToHost));
  for (int value : seen) CHECK(value == 7);
  return coverage::result();
}
