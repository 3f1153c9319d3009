// Feature: cudaEventElapsedTime of an event that the device has not reached, or that was never recorded, names the call
// Fails: the second event was never recorded: call cudaEventRecord for it first
#include "../check.h"

__global__ void work(int* out) {
  *out = 1;
}

int main() {
  coverage::Buffer<int> out(1);
  cudaEvent_t begin, end, never;
  for (cudaEvent_t* event : {&begin, &end, &never}) CUDA(cudaEventCreate(event));
  CUDA(cudaEventRecord(begin));
  work<<<1, 1>>>(out);
  CUDA(cudaEventRecord(end));
  float ms = 0;
  CHECK(cudaEventElapsedTime(&ms, begin, end) == cudaErrorNotReady);
  CUDA(cudaEventSynchronize(end));
  CUDA(cudaEventElapsedTime(&ms, begin, end));
  return cudaEventElapsedTime(&ms, begin, never) == cudaErrorInvalidResourceHandle;
}
