// Feature: kernel templates, with types and values as parameters
#include "../check.h"

template <class T, int factor>
__global__ void scale(T* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] *= factor;
}

int main() {
  coverage::Buffer<double> values(100, 1.5);
  scale<double, 4><<<4, 32>>>(values, 100);
  for (double value : values.get()) CHECK(value == 6.0);
  return coverage::result();
}
