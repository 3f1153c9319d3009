// Feature: host code that reads or writes a __device__ or __constant__ variable by its name is reported, but symbol copies are not
// Findings: host code writes total at device_variable_by_name.cu:45, which is a __device__ variable
// Findings: host code reads total at device_variable_by_name.cu:44
// Findings: host code writes factors at device_variable_by_name.cu:46, which is a __constant__ variable
// Findings: host code reads table at device_variable_by_name.cu:47
// Findings: host code reads second at device_variable_by_name.cu:48
#include "../check.h"

__device__ int total = 1;
__constant__ float factors[4] = {1, 2, 3, 4};
namespace lab {
__device__ double table[8];
}
static __device__ unsigned first[2], second = 2;
// None of these is only on the device.
__managed__ int managed = 4;
__device__ __managed__ int managed_too[2] = {5, 6};
__device__ const int constant_table[3] = {7, 8, 9};
int of_host = 11;
struct Settings {
  int value;
  __host__ __device__ Settings() {}
};
__device__ Settings settings;

__global__ void use(int* out) {
  total += managed + managed_too[1] + constant_table[2] + (int)factors[3];
  lab::table[0] = first[0] = second = settings.value = total;
  *out = total;
}

int main() {
  coverage::Buffer<int> out(1, 0);
  use<<<1, 1>>>(out);
  CHECK(out.get()[0] == 1 + 4 + 6 + 9 + 4);
  int copy = 3;
  CUDA(cudaMemcpyToSymbol(total, &copy, sizeof copy));
  CUDA(cudaMemcpyFromSymbol(&copy, total, sizeof copy));
  CHECK(copy == 3 && managed == 4 && managed_too[0] == 5 && constant_table[1] == 8 && of_host == 11);
  void* address = nullptr;
  CUDA(cudaGetSymbolAddress(&address, lab::table));
  CHECK(address != nullptr && sizeof lab::table == 64);

  printf("%d\n", total);
  total = 5;
  factors[1] = 2;
  if (lab::table[1] > 1e300) printf("large\n");
  return second > 1000 ? 1 : coverage::result();
}
