// Feature: host code that reads or writes managed memory before it has waited for the kernel that uses it is reported, with both lines
// Findings: host code reads managed memory (allocated at managed_too_early.cu:36) at managed_too_early.cu:42 while kernel scale (launched at managed_too_early.cu:41), which writes it at managed_too_early.cu:12, may still be running. Wait for it first
// Findings: host code writes managed memory (allocated at managed_too_early.cu:37) at managed_too_early.cu:48 while kernel scale (launched at managed_too_early.cu:47), which reads it at managed_too_early.cu:12
// Findings: host code reads managed memory (allocated at managed_too_early.cu:36) at managed_too_early.cu:56 while kernel scale (launched at managed_too_early.cu:53), which writes it at managed_too_early.cu:12
// Findings: host code reads managed memory (allocated at managed_too_early.cu:36) at managed_too_early.cu:65 while kernel scale (launched at managed_too_early.cu:62), which writes it at managed_too_early.cu:12
// Findings: host code reads total at managed_too_early.cu:71 while kernel add_up (launched at managed_too_early.cu:70), which writes it at managed_too_early.cu:17
#include <numeric>

#include "../check.h"

__global__ void scale(const int* in, int* out, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = 2 * in[threadIdx.x];
}

__managed__ int total;
__global__ void add_up(const int* in) {
  atomicAdd(&total, in[threadIdx.x]);
}

/// Allowed accesses while a kernel runs. None of them is a finding.
void right(int* in, int* out, int* other, cudaStream_t stream) {
  scale<<<1, 64, 0, stream>>>(in, out, 64);
  long sum = 0;
  for (int i = 0; i < 64; ++i) other[i] = i;        // memory that no kernel uses
  for (int i = 0; i < 64; ++i) sum += in[i];        // both read
  for (int i = 64; i < 128; ++i) sum += out[i] = 1;  // the kernel does not use these
  cudaStreamSynchronize(stream);
  for (int i = 0; i < 64; ++i) sum += out[i];
  CHECK(sum == 3 * 63 * 32 + 64);
  in[0] = 0;
}

int main() {
  int *in, *out, *other;
  cudaStream_t stream, second;
  cudaMallocManaged(&out, 128 * sizeof(int));
  cudaMallocManaged(&in, 64 * sizeof(int));
  cudaMallocManaged(&other, 64 * sizeof(int));
  CUDA(cudaStreamCreate(&stream));
  for (int i = 0; i < 64; ++i) in[i] = i;
  scale<<<1, 64>>>(in, out, 64);
  CHECK(out[1] == 0);   // the result of the missing synchronisation
  CUDA(cudaDeviceSynchronize());
  CHECK(out[1] == 2);

  // Writes the next input while the kernel may still read this one.
  scale<<<1, 64>>>(in, out, 64);
  for (int i = 0; i < 64; ++i) in[i] = i;
  CUDA(cudaDeviceSynchronize());

  // Waits for the wrong stream.
  CUDA(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  scale<<<1, 64, 0, second>>>(in, out, 64);
  CUDA(cudaStreamSynchronize(stream));
  long sum = 0;
  for (int i = 0; i < 64; ++i) sum += out[i];
  CHECK(sum == 2 * 63 * 32);  // from the launch before
  CUDA(cudaStreamSynchronize(second));

  cudaEvent_t event;
  CUDA(cudaEventCreate(&event));
  scale<<<1, 64, 0, second>>>(in, out, 64);
  CUDA(cudaEventRecord(event, second));
  // The event is recorded, but the host does not wait for it.
  CHECK(std::accumulate(out, out + 64, 0) == 2 * 63 * 32);
  CUDA(cudaEventSynchronize(event));
  CHECK(std::accumulate(out, out + 64, 0) == 2 * 63 * 32);

  total = 0;
  add_up<<<1, 64>>>(in);
  CHECK(total == 0);
  CUDA(cudaDeviceSynchronize());
  CHECK(total == 63 * 32);

  right(in, out, other, stream);
  CUDA(cudaFree(in));
  CUDA(cudaFree(out));
  CUDA(cudaFree(other));
  CUDA(cudaStreamDestroy(stream));
  CUDA(cudaStreamDestroy(second));
  return coverage::result();
}
