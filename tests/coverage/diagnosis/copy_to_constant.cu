// Feature: cudaMemcpy to a __constant__ variable by its name is an error that names the call and the variable
// Fails: the destination (first pointer) is host memory (the variable weights: use cudaMemcpyToSymbol
#include "../check.h"

__constant__ float weights[4];

int main() {
  const float values[4] = {1, 2, 3, 4};
  const cudaError_t error = cudaMemcpy(weights, values, sizeof values, cudaMemcpyHostToDevice);
  std::printf("%s\n", cudaGetErrorName(error));
  return error == cudaErrorInvalidValue;
}
