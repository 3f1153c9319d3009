#include <cuda.h>
#include <nvrtc.h>

cudaError_t matmul_naive(const float* a, const float* b, float* c, int m, int n, int k, cudaStream_t stream) {
  if (m < 1 || n < 1 || k < 1) return cudaErrorInvalidValue;
  const char* text =
      "extern \"C\" __global__ void product(const float* a, const float* b, float* c, int m, int n, int k) {"
      "  int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y;"
      "  float sum = 0; for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + col];"
      "  if (row < m) c[row * n + col] = sum; }";
  nvrtcProgram program;
  if (nvrtcCreateProgram(&program, text, "product.cu", 0, nullptr, nullptr) != NVRTC_SUCCESS ||
      nvrtcCompileProgram(program, 0, nullptr) != NVRTC_SUCCESS)
    return cudaErrorNotSupported;
  return cudaSuccess;
}
