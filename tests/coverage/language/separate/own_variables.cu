#include "own_variables.h"

__device__ int total = 50;

__global__ static void sum_up(int* out) {
  *out = total;
  for (int i = 0; i < 4; ++i) *out += table[i] * (i + 1);
}

void set_table_of_other_file() {
  const int others[] = {10, 20, 30, 40};
  cudaMemcpyToSymbol(table, others, sizeof others);
}

int read_other_file() {
  int *device, result = -1;
  cudaMalloc(&device, sizeof(int));
  sum_up<<<1, 1>>>(device);
  cudaMemcpy(&result, device, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(device);
  return result;
}
