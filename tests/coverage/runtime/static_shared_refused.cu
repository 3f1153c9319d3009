// Feature: more than 48 KiB of __shared__ variables in one kernel are refused with the way round it
// Fails: kernel too_large has 51200 bytes of __shared__ variables
// Nvcc: no, because it refuses them when it compiles
#include "../check.h"

__global__ void too_large(float* out) {
  __shared__ float tile[12800];
  tile[threadIdx.x] = 1;
  __syncthreads();
  *out = tile[0];
}

int main() {
  coverage::Buffer<float> out(1);
  too_large<<<1, 32>>>(out);
  return cudaGetLastError() == cudaErrorInvalidValue;
}
