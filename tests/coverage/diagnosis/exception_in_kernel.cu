// Feature: an exception that leaves a kernel is reported with its kernel, thread and line
// Fails: by block (1,0,0) thread (5,0,0) in kernel throws at exception_in_kernel.cu:6
// Nvcc: no, because device code has no exceptions there
#include "../check.h"

__host__ __device__ void fail(int limit) { throw limit; }

__global__ void throws(int limit) {
  __syncthreads();
  if (blockIdx.x == 1 && threadIdx.x == 5) fail(limit);
}

int main() {
  throws<<<2, 64>>>(3);
  cudaDeviceSynchronize();
}
