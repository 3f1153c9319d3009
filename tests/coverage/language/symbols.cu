// Feature: __constant__, __device__ and __managed__ variables: scalars, structs, arrays, pointers, static members, initialisers, copies with offsets
#include "../check.h"

struct Parameters {
  float scale;
  int offsets[4];
};
__constant__ Parameters parameters;
__constant__ float filter[9];
__constant__ const int* table;
static __constant__ int initialised[3] = {7, 8, 9};
__device__ int counter;
__device__ int grid[2][3] = {{1, 2, 3}, {4, 5, 6}};
__device__ float* buffer = nullptr;
static __device__ __constant__ double both = 0.25;
__managed__ int managed_counter = 5;
__device__ __managed__ float managed_values[2];
namespace settings {
__constant__ int limit;
}
template <class T>
__device__ T shared_by_template;
const int host_constant = 6;
constexpr float host_real = 1.5f;

__global__ void use(float* out, const int* expected_table) {
  out[0] = parameters.scale * parameters.offsets[2];
  out[1] = filter[0] + 10 * filter[8];
  out[2] = table == expected_table;
  out[3] = initialised[1];
  out[4] = atomicAdd(&counter, 3);
  out[5] = grid[1][2]++;
  out[6] = buffer ? buffer[1] : -1;
  out[7] = both;
  out[8] = settings::limit;
  out[9] = host_constant + host_real;
  managed_counter += 2;
  managed_values[1] = managed_values[0] * 2;
}

int main() {
  coverage::Buffer<float> out(10), data(std::vector<float>{1, 99});
  coverage::Buffer<int> ints(1);
  const Parameters host{0.5f, {2, 4, 6, 8}};
  CUDA(cudaMemcpyToSymbol(parameters, &host, sizeof host));
  float weights[9];
  for (int i = 0; i < 9; ++i) weights[i] = i + 1;
  CUDA(cudaMemcpyToSymbol(filter, weights, sizeof weights));
  const float last = 70;
  CUDA(cudaMemcpyToSymbol(filter, &last, sizeof last, 8 * sizeof(float), cudaMemcpyHostToDevice));
  const int* pointer = ints;
  CUDA(cudaMemcpyToSymbol(table, &pointer, sizeof pointer));
  const int start = 40, limit = 12;
  CUDA(cudaMemcpyToSymbol(counter, &start, sizeof start));
  CUDA(cudaMemcpyToSymbol(settings::limit, &limit, sizeof(int)));
  float* buffer_pointer = data;
  CUDA(cudaMemcpyToSymbol(buffer, &buffer_pointer, sizeof buffer_pointer));
  managed_values[0] = 4;
  use<<<1, 1>>>(out, ints);
  const auto r = out.get();
  CHECK(r[0] == 3 && r[1] == 701 && r[2] == 1 && r[3] == 8 && r[4] == 40 && r[5] == 6 && r[6] == 99);
  CHECK(r[7] == 0.25f && r[8] == 12 && r[9] == 7.5f);
  CHECK(managed_counter == 7 && managed_values[1] == 8);
  int seen = 0;
  CUDA(cudaMemcpyFromSymbol(&seen, counter, sizeof seen));
  CHECK(seen == 43);
  CUDA(cudaMemcpyFromSymbol(&seen, grid, sizeof seen, 5 * sizeof(int)));
  CHECK(seen == 7);
  void* address = nullptr;
  size_t size = 0;
  CUDA(cudaGetSymbolAddress(&address, counter));
  CUDA(cudaGetSymbolSize(&size, grid));
  CHECK(size == 6 * sizeof(int));
  CUDA(cudaMemset(address, 0, sizeof(int)));
  CUDA(cudaMemcpyFromSymbol(&seen, counter, sizeof seen, 0, cudaMemcpyDeviceToHost));
  CHECK(seen == 0);
  int* typed = nullptr;
  CUDA(cudaGetSymbolAddress((void**)&typed, grid));
  CUDA(cudaMemcpy(&seen, typed + 3, sizeof seen, cudaMemcpyDeviceToHost));
  CHECK(seen == 4);
  return coverage::result();
}
