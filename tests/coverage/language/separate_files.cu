// Feature: separate compilation: kernels, device functions, __device__ and __constant__ variables of other files, host .cpp files, headers
// Link: -rdc=true separate/kernels.cu separate/functions.cu separate/host.cpp
#include "../check.h"

#include "separate/shared.h"

__global__ void local(int* p) { *p = device_function(*p) + device_total + constants[3]; }
extern "C" __global__ void named_in_c(int* p);

int main() {
  coverage::Buffer<int> value(1);
  int* p = value;
  from_other_file<<<1, 4>>>(p, 5);
  CHECK(value.get()[0] == 20);
  from_header<<<1, 1>>>(p);
  launch_elsewhere(p);
  CHECK(value.get()[0] == 22);
  const int values[4] = {0, 0, 0, 1000};
  CUDA(cudaMemcpyToSymbol(constants, values, sizeof values));
  const int total = 300;
  CUDA(cudaMemcpyToSymbol(device_total, &total, sizeof total));
  local<<<1, 1>>>(p);
  CHECK(value.get()[0] == 44 + 1300);
  launch_from_host_file(p);
  CHECK(value.get()[0] == 7);
  named_in_c<<<1, 1>>>(p);
  CHECK(value.get()[0] == 8);
  return coverage::result();
}
