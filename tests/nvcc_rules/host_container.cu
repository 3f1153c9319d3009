// Feature: a kernel that uses a std::vector
// Refused: v is a std::vector, whose functions run on the host
#include <vector>

__global__ void fill(std::vector<float> v) {
  for (unsigned i = 0; i < v.size(); ++i) v[i] = 1;
}

int main() {
  std::vector<float> v(4);
  fill<<<1, 1>>>(v);
  cudaDeviceSynchronize();
}
