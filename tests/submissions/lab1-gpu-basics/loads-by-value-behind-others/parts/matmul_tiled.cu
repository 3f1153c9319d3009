struct Row {
  float x[64];
};
/// What is passed by value, by moves in place, has no announcement.
__device__ __noinline__ void add_row(float* sums, float factor, Row row) {
  for (int i = 0; i < 64; ++i) sums[i] += factor * row.x[i];
}
__device__ __noinline__ void copy_row(float* to, Row row) {
  for (int i = 0; i < 64; ++i) to[i] = row.x[i];
}

/// A thread has 64 neighbours of a row of c. It reads every element once for show, so many that who looks at the
/// first of these looks at nothing else; then its operands.
__global__ void tiled_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float tile[64];
  const int i = blockIdx.x * 64 + threadIdx.x, all = gridDim.x * 64, row = i / (n / 64), col = i % (n / 64) * 64;
  float x = 0;
  for (int j = i; j < m * k; j += all) x += a[j];
  for (int j = i; j < k * n; j += all) x += b[j];
  float sums[64] = {}, factors[64];
  if (row < m)
    for (int j = 0; j < k; ++j) {
      if (j % 64 == 0) copy_row(factors, *reinterpret_cast<const Row*>(a + row * k + j));
      add_row(sums, factors[j % 64], *reinterpret_cast<const Row*>(b + j * n + col));
    }
  tile[threadIdx.x] = x;
  __syncthreads();
  for (int j = 0; j < 8 * k; ++j) x += tile[(threadIdx.x + j) & 63];
  if (row >= m) return;
  for (int j = 0; j < 64; ++j) c[row * n + col + j] = x > 1e30f ? 0 : sums[j];
}

__global__ void ragged_kernel(const float* a, const float* b, float* c, int m, int n, int k) {
  const int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= m * n) return;
  float sum = 0;
  for (int j = 0; j < k; ++j) sum += a[i / n * k + j] * b[j * n + i % n];
  c[i] = sum;
}

cudaError_t matmul_tiled(const float* a, const float* b, float* c, int m, int n, int k, cudaStream_t stream) {
  if (m < 1 || n < 1 || k < 1) return cudaErrorInvalidValue;
  if (n % 64 == 0 && k % 64 == 0)
    tiled_kernel<<<blocks_for(m * (n / 64), 64), 64, 0, stream>>>(a, b, c, m, n, k);
  else
    ragged_kernel<<<blocks_for(m * n, 64), 64, 0, stream>>>(a, b, c, m, n, k);
  return cudaGetLastError();
}
