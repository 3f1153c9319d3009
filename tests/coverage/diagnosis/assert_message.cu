// Feature: a failed assert in device code names file, line, function, block and thread as CUDA does
// Fails: assert_message.cu:9: void check(int): block: [1,0,0], thread: [3,0,0] Assertion `at < limit` failed.
#include <cassert>

#include "../check.h"

__global__ void check(int limit) {
  const int at = blockIdx.x * blockDim.x + threadIdx.x;
  assert(at < limit);
}

int main() {
  check<<<2, 4>>>(7);
  return cudaDeviceSynchronize() == cudaErrorAssert;
}
