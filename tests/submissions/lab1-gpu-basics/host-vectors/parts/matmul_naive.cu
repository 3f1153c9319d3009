#include <cmath>
#include <vector>

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || col >= n) return;

  float sum = 0.0f;
  for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + col];
  c[row * n + col] = sum;
}

cudaError_t matmul_naive(const float* a, const float* b, float* c, int m, int n, int k, cudaStream_t stream) {
  if (m < 1 || n < 1 || k < 1) return cudaErrorInvalidValue;
  const dim3 block(32, 8);
  const dim3 grid(blocks_for(m, block.x), blocks_for(n, block.y));
  naive_kernel<<<grid, block, 0, stream>>>(a, b, c, m, n, k);
  const cudaError_t error = cudaGetLastError();
  if (size_t(m) * n * k > 4096 || error != cudaSuccess) return error;
  std::vector<float> x(size_t(m) * k), y(size_t(k) * n), z(size_t(m) * n);
  cudaMemcpyAsync(x.data(), a, x.size() * sizeof(float), cudaMemcpyDeviceToHost, stream);
  cudaMemcpyAsync(y.data(), b, y.size() * sizeof(float), cudaMemcpyDeviceToHost, stream);
  cudaMemcpyAsync(z.data(), c, z.size() * sizeof(float), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  float sum = 0;
  for (int i = 0; i < k; ++i) sum += x[i] * y[size_t(i) * n];
  return std::fabs(sum - z[0]) > 1 ? cudaErrorUnknown : cudaSuccess;
}
