#include <functional>
#include <stdexcept>
#include <vector>

struct LaunchShape {
  std::vector<int> sizes;
  LaunchShape() : sizes{32, 8} {}
  ~LaunchShape() { sizes.clear(); }
};
static LaunchShape shape;
static const std::function<int(int, int)> blocks = [](int count, int size) {
  if (size < 1) throw std::invalid_argument("no threads");
  return (count + size - 1) / size;
};

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
  try {
    blocks(m, 0);
  } catch (const std::invalid_argument&) {
    const dim3 block(shape.sizes.at(0), shape.sizes.at(1));
    const dim3 grid(blocks(m, block.x), blocks(n, block.y));
    naive_kernel<<<grid, block, 0, stream>>>(a, b, c, m, n, k);
  }
  return cudaGetLastError();
}
