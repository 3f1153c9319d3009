#include <thread>
#include <vector>

__global__ void naive_kernel(const float* a, const float* b, float* c, int first, int last, int n, int k) {
  const int row = first + blockIdx.x * blockDim.x + threadIdx.x;
  const int col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= last || col >= n) return;

  float sum = 0.0f;
  for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + col];
  c[row * n + col] = sum;
}

cudaError_t matmul_naive(const float* a, const float* b, float* c, int m, int n, int k, cudaStream_t stream) {
  if (m < 1 || n < 1 || k < 1) return cudaErrorInvalidValue;
  const int rows = blocks_for(m, 4);
  std::vector<std::thread> threads;
  for (int first = 0; first < m; first += rows)
    threads.emplace_back([=] {
      const dim3 block(32, 8);
      const dim3 grid(blocks_for(rows, block.x), blocks_for(n, block.y));
      naive_kernel<<<grid, block, 0, stream>>>(a, b, c, first, first + rows < m ? first + rows : m, n, k);
    });
  for (std::thread& thread : threads) thread.join();
  return cudaGetLastError();
}
