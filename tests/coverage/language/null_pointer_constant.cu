// Feature: a store through a null pointer that the compiler can see fails as on a device, and is not optimised away
// Fails: null pointer used by block (0,0,0) thread (0,0,0) in kernel forget_the_array at
#include "../check.h"

__global__ void forget_the_array(float* kept) {
  float* lost = nullptr;  // should be kept + blockDim.x
  lost[0] = kept[threadIdx.x];
  kept[threadIdx.x] = 1;
}

int main() {
  coverage::Buffer<float> kept(32, 0);
  forget_the_array<<<1, 32>>>(kept);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress;
}
