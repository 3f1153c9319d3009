// Feature: the message about a fault names the thread, also in kernels that run a row of threads at once
// Fails: by block (3,0,0) thread (72,0,0) in kernel fill at fault_in_a_row.cu:9
// Environment: GRIDMARK_THREADS=1
#include "../check.h"

__global__ void fill(int* values, int* more, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int* const at = i < 840 ? values : more;
  if (i < n) at[i] = i;
}

int main() {
  coverage::Buffer<int> values(1 << 20);
  fill<<<5, 256>>>(values, nullptr, 1000);
  CHECK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
  return 1;
}
