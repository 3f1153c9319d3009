// One macro for both mappings of threads to elements; it pastes the kernel's name.
#define SIMPLE_KERNEL(name, row_axis, col_axis)                                                         \
  __global__ void name##_kernel(const float* a, const float* b, float* c, int m, int n, int k) {        \
    const int row = blockIdx.row_axis * blockDim.row_axis + threadIdx.row_axis;                         \
    const int col = blockIdx.col_axis * blockDim.col_axis + threadIdx.col_axis;                         \
    if (row >= m || col >= n) return;                                                                   \
    float sum = 0.0f;                                                                                   \
    for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + col];                                 \
    c[row * n + col] = sum;                                                                             \
  }
SIMPLE_KERNEL(naive, x, y)
SIMPLE_KERNEL(coalesced, y, x)

cudaError_t matmul_naive(const float* a, const float* b, float* c, int m, int n, int k, cudaStream_t stream) {
  if (m < 1 || n < 1 || k < 1) return cudaErrorInvalidValue;
  const dim3 block(32, 8);
  const dim3 grid(blocks_for(m, block.x), blocks_for(n, block.y));
  cudaFuncAttributes attributes;
  if (const cudaError_t error = cudaFuncGetAttributes(&attributes, (const void*)naive_kernel)) return error;
  void* arguments[] = {&a, &b, &c, &m, &n, &k};
  return cudaLaunchKernel((const void*)naive_kernel, grid, block, arguments, 0, stream);
}
