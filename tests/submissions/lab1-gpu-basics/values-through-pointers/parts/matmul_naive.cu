#include <stdexcept>

__global__ void naive_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || col >= n) return;

  float sum = 0.0f;
  for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + col];
  // The whole part goes to C through a pointer, and the rest is added: both are exact.
  float* out = &c[row * n + col];
  const float rest = modff(sum, out);
  int exponent = 0;
  const float mantissa = frexpf(rest, &exponent);
  *out += ldexpf(mantissa, exponent);
}

static void require(bool right) {
  if (!right) throw std::invalid_argument("sizes below 1");
}

cudaError_t matmul_naive(const float* a, const float* b, float* c, int m, int n, int k, cudaStream_t stream) {
  try {
    require(m >= 1 && n >= 1 && k >= 1);
  } catch (const std::exception&) {
    return cudaErrorInvalidValue;
  }
  const dim3 block(32, 8);
  const dim3 grid(blocks_for(m, block.x), blocks_for(n, block.y));
  naive_kernel<<<grid, block, 0, stream>>>(a, b, c, m, n, k);
  return cudaGetLastError();
}
