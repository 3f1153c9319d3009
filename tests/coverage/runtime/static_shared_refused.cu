// Feature: more than 48 KiB of __shared__ variables in one kernel
// Refused: too_large(float*) has 51200 bytes of __shared__ variables
#include "../check.h"

__global__ void too_large(float* out) {
  __shared__ float tile[6400];
  __shared__ double more[3200];
  tile[threadIdx.x] = more[threadIdx.x] = 1;
  __syncthreads();
  *out = tile[0] + more[1];
}

template <int n>
__global__ void fits_or_not(float* out) {
  __shared__ float tile[n];
  tile[threadIdx.x] = 1;
  __syncthreads();
  *out = tile[0];
}

int main() {
  static thread_local char of_host[1 << 20];
  of_host[0] = 1;
  coverage::Buffer<float> out(1);
  fits_or_not<12288><<<1, 32>>>(out);
  too_large<<<1, 32>>>(out);
  return coverage::result();
}
