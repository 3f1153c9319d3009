// Feature: shuffles and votes without a mask (__shfl, __ballot, __any, __all)
// Refused: use __shfl_down_sync
#include "../check.h"
__global__ void old_style(int* out) { out[threadIdx.x] = __shfl_down(static_cast<int>(threadIdx.x), 1); }
int main() {
  coverage::Buffer<int> out(32);
  old_style<<<1, 32>>>(out);
  return coverage::result();
}
