// Example lab: out = a * x + y.
// Read saxpy.h first: it holds the contract.
#include "saxpy.h"

// Blocks of `size` threads that cover `count` elements; the last one may be partly empty.
inline int blocks_for(int count, int size) { return (count + size - 1) / size; }

// BEGIN SOLUTION saxpy
//: // TODO: write a kernel in which each thread computes one element of out.
//: // Threads past the end (i >= n) must touch no memory.
//:
//: cudaError_t saxpy(float a, const float* x, const float* y, float* out, int n, cudaStream_t stream) {
//:   // TODO: return cudaErrorInvalidValue for n below 1; launch your kernel on `stream` with enough blocks
//:   // to cover n; return cudaGetLastError().
//:   return cudaErrorNotSupported;
//: }
__global__ void saxpy_kernel(float a, const float* x, const float* y, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a * x[i] + y[i];
}

cudaError_t saxpy(float a, const float* x, const float* y, float* out, int n, cudaStream_t stream) {
  if (n < 1) return cudaErrorInvalidValue;
  const int threads = 256;
  saxpy_kernel<<<blocks_for(n, threads), threads, 0, stream>>>(a, x, y, out, n);
  return cudaGetLastError();
}
// END SOLUTION saxpy
