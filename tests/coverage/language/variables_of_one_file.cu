// Feature: without -rdc, __device__ and __constant__ variables belong to their file: two files, and the host, can use the same name
// Link: separate/own_variables.cu separate/host_variables.cpp
// Nvcc: no, because nvcc compiles it without -rdc=true only
#include "../check.h"

#include "separate/own_variables.h"

namespace {
__device__ int hidden = 1;
}
namespace named {
__constant__ __align__(8) float2 pair = {1, 2};
}
__device__ int total = 5, other = 6;
__device__ volatile int steps;
__constant__ unsigned char letters[] = "abc";
__managed__ int managed = 3;
__device__ int function_at_namespace_scope(int x) { return x + total; }

__global__ void read(int* out) {
  steps = 2;
  int sum = 0;
  for (int i = 0; i < 4; ++i) sum += table[i] * (i + 1);
  out[0] = sum;
  out[1] = function_at_namespace_scope(other) + hidden;
  out[2] = static_cast<int>(named::pair.y) + letters[2] + managed + steps;
}

int main() {
  const int mine[] = {1, 2, 3, 4};
  CHECK(cudaMemcpyToSymbol(table, mine, sizeof mine) == cudaSuccess);
  set_table_of_other_file();
  coverage::Buffer<int> results(3);
  read<<<1, 1>>>(results);
  const std::vector<int> out = results.get();
  CHECK(out[0] == 1 + 4 + 9 + 16);
  CHECK(out[1] == 6 + 5 + 1);
  CHECK(out[2] == 2 + 'c' + 3 + 2);
  CHECK(read_other_file() == 10 * (1 + 4 + 9 + 16) + 50);
  CHECK(letters_of_the_host() == 3);
  return coverage::result();
}
