// Feature: a copy whose direction does not fit its pointers is reported, with the call, both pointers and the direction that fits
// Fails: the destination (first pointer) is device memory and the source (second pointer) is host memory: either the direction must be cudaMemcpyHostToDevice, or the two pointers are in the wrong order
#include "../check.h"

int main() {
  const float values[4] = {1, 2, 3, 4};
  coverage::Buffer<float> on_device(4);
  const cudaError_t error = cudaMemcpy(on_device, values, sizeof values, cudaMemcpyDeviceToHost);
  std::printf("%s\n", cudaGetErrorName(error));
  return error == cudaErrorInvalidValue;
}
