// Feature: a failed launch whose error the program never checked is reported when the program ends
// Findings: unchecked error: the launch of kernel fill, with blocks of (2048,1,1) in a grid of (4,1,1) and 0 bytes of dynamic shared memory (2048 threads, and a block has at most 1024), at unchecked_launch.cu:33 failed with cudaErrorInvalidConfiguration, so the kernel did not run
#include "../check.h"

__global__ void fill(int* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

/// The error is checked, so this is not a finding.
void checked(int* out) {
  fill<<<1, 2048>>>(out);
  CHECK(cudaGetLastError() == cudaErrorInvalidConfiguration);
  fill<<<0, 1>>>(out);
  CHECK(cudaPeekAtLastError() == cudaErrorInvalidConfiguration);
  fill<<<1, 64, 1 << 20>>>(out);
  CUDA(cudaDeviceSynchronize());  // does not report it
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  void* arguments[] = {&out};
  CHECK(cudaLaunchKernel((const void*)fill, dim3(1), dim3(2048), arguments, 0, nullptr) ==
        cudaErrorInvalidConfiguration);
  // An error that a call returned counts as seen.
  void* none = nullptr;
  CHECK(cudaMalloc(&none, size_t{1} << 60) == cudaErrorMemoryAllocation);
}

int main() {
  int* out;
  CUDA(cudaMalloc(&out, 8192 * sizeof(int)));
  checked(out);
  fill<<<1, 64>>>(out);
  CUDA(cudaDeviceSynchronize());

  fill<<<4, 2048>>>(out);
  CUDA(cudaDeviceSynchronize());
  CUDA(cudaFree(out));
  return coverage::result();
}
