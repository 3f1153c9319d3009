// Feature: endless recursion in a kernel is reported as a stack overflow, and is an error until cudaDeviceReset
// Fails: stack overflow by block (0,0,0) thread (0,0,0) in kernel recurse at endless_recursion.cu:
#include "../check.h"

__device__ int zero = 0;
__device__ __noinline__ int forever(int n) {
  volatile int here[64];
  here[n % 64] = n;
  return zero ? 0 : forever(here[n % 64] + 1) * here[(n + 1) % 64];
}
__global__ void recurse(int* out) { *out = forever(0); }
__global__ void write(int* out) { *out = 5; }

int main() {
  coverage::Buffer<int> out(1);
  recurse<<<1, 1>>>(out);
  CHECK(cudaDeviceSynchronize() != cudaSuccess);
  CHECK(cudaGetLastError() != cudaSuccess && cudaGetLastError() != cudaSuccess);
  CHECK(cudaDeviceReset() == cudaSuccess);
  coverage::Buffer<int> again(1);
  write<<<1, 1>>>(again);
  CHECK(again.get()[0] == 5);
  return 1;
}
