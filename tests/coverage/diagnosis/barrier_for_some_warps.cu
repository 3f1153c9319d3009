// Feature: a __syncthreads() that only some warps reach is reported, with the line where these warps wait
// Findings: race in shared memory: thread
// Fails: 32 threads wait at __syncthreads at barrier_for_some_warps.cu:14 (first: thread (0,0,0)), 32 have returned
#include "../check.h"

__global__ void forgets_the_others(int* out) {
  __shared__ int shared[64];
  shared[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 32) {
    shared[threadIdx.x] += 1;
    __syncthreads();
  }
  const int next = shared[(threadIdx.x + 1) % 64];
  __syncthreads();
  out[threadIdx.x] = next;
}

int main() {
  coverage::Buffer<int> out(64);
  forgets_the_others<<<1, 64>>>(out);
  CUDA(cudaDeviceSynchronize());
  return coverage::result();
}
