// A program for gdb_test.sh. It stops in its kernel.
#include <cstdio>

__global__ void squares(int* out) {
  __shared__ int tile[8];
  const int mine = threadIdx.x + 100 * blockIdx.x;
  tile[threadIdx.x] = mine * mine;
  __syncthreads();
  const int other = tile[7 - threadIdx.x];
  out[blockIdx.x * 8 + threadIdx.x] = other;
}

int main() {
  int* out;
  int last = 0;
  cudaMalloc(&out, 16 * sizeof(int));
  squares<<<2, 8>>>(out);
  if (cudaMemcpy(&last, out + 15, sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  std::printf("the last is %d\n", last);
  return cudaFree(out) != cudaSuccess;
}
