// Right, but not like the solution: what the grader must not mistake for a cheat or a defect.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

#include "benchmark.h"
#include "matmul.h"

namespace {

template <int ROWS_PER_BLOCK>
__global__ void one_row_per_warp(const float* a, const float* b, float* c, int m, int n, int k,
                                 bool along_rows) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * ROWS_PER_BLOCK + threadIdx.y;
  const int row = along_rows ? x : y, col = along_rows ? y : x;
  if (row < m && col < n) {
    float sum = 0;
    for (int i = 0; i < k; i++) sum = fmaf(a[row * k + i], b[i * n + col], sum);
    c[row * n + col] = sum;
  }
}

__global__ void tiles_of_16(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[16][16], b_tile[16][16];
  const int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
  float sum = 0;
  for (int start = 0; start < k; start += 16) {
    a_tile[y][x] = row < m && start + x < k ? a[row * k + start + x] : 0;
    b_tile[y][x] = col < n && start + y < k ? b[(start + y) * n + col] : 0;
    __syncthreads();
    for (int i = 0; i < 16; i++) sum += a_tile[y][i] * b_tile[i][x];
    __syncthreads();
  }
  if (row < m && col < n) c[row * n + col] = sum;
}

// 512 threads, 64 x 64 elements of C, a strip of 8 rows for each thread, dynamic shared memory.
__global__ void strips_of_8(const float* a, const float* b, float* c, int m, int n, int k) {
  extern __shared__ float shared[];
  float* a_tile = shared;           // [64][8]
  float* b_tile = shared + 64 * 8;  // [8][64]
  const int t = threadIdx.x, x = t % 64, strip = t / 64 * 8;
  const int first_row = blockIdx.y * 64, col = blockIdx.x * 64 + x;
  float sum[8] = {};
  for (int start = 0; start < k; start += 8) {
    const int a_row = first_row + t / 8, a_col = start + t % 8, b_row = start + t / 64;
    a_tile[t] = a_row < m && a_col < k ? a[a_row * k + a_col] : 0;
    b_tile[t] = b_row < k && col < n ? b[b_row * n + col] : 0;
    __syncthreads();
    for (int i = 0; i < 8; i++)
      for (int s = 0; s < 8; s++) sum[s] += a_tile[(strip + s) * 8 + i] * b_tile[i * 64 + x];
    __syncthreads();
  }
  for (int s = 0; s < 8; s++)
    if (first_row + strip + s < m && col < n) c[(first_row + strip + s) * n + col] = sum[s];
}

bool empty(int m, int n, int k) { return m < 1 || n < 1 || k < 1; }
int up(int count, int size) { return (count - 1) / size + 1; }

}  // namespace

cudaError_t matmul_naive(const float* a, const float* b, float* c, int m, int n, int k, cudaStream_t stream) {
  if (empty(m, n, k)) return cudaErrorInvalidValue;
  std::printf("matmul_naive: %d x %d x %d\n", m, n, k);
  one_row_per_warp<4><<<dim3(up(m, 32), up(n, 4)), dim3(32, 4), 0, stream>>>(a, b, c, m, n, k, true);
  return cudaGetLastError();
}

cudaError_t matmul_coalesced(const float* a, const float* b, float* c, int m, int n, int k,
                             cudaStream_t stream) {
  if (empty(m, n, k)) return cudaErrorInvalidValue;
  one_row_per_warp<32><<<dim3(up(n, 32), up(m, 32)), dim3(32, 32), 0, stream>>>(a, b, c, m, n, k, false);
  return cudaGetLastError();
}

cudaError_t matmul_tiled(const float* a, const float* b, float* c, int m, int n, int k, cudaStream_t stream) {
  if (empty(m, n, k)) return cudaErrorInvalidValue;
  tiles_of_16<<<dim3(up(n, 16), up(m, 16)), dim3(16, 16), 0, stream>>>(a, b, c, m, n, k);
  return cudaGetLastError();
}

cudaError_t matmul_regtile(const float* a, const float* b, float* c, int m, int n, int k,
                           cudaStream_t stream) {
  if (empty(m, n, k)) return cudaErrorInvalidValue;
  float* workspace = nullptr;
  const size_t bytes = sizeof(float) * m * n;
  cudaError_t error = cudaMalloc(&workspace, bytes);
  if (error != cudaSuccess) return error;
  strips_of_8<<<dim3(up(n, 64), up(m, 64)), 512, 1024 * sizeof(float), stream>>>(a, b, workspace, m, n, k);
  error = cudaGetLastError();
  if (error == cudaSuccess) error = cudaMemcpyAsync(c, workspace, bytes, cudaMemcpyDeviceToDevice, stream);
  if (error == cudaSuccess) error = cudaStreamSynchronize(stream);
  cudaFree(workspace);
  return error;
}

// The host's clock around each call, a stream of its own, several warm-ups, and the sample's deviation.
BenchResult benchmark_matmul(Kernel kernel, int n, int iterations) {
  using Clock = std::chrono::steady_clock;
  if (n < 1 || iterations < 1) return {};
  const size_t elements = static_cast<size_t>(n) * n;
  float* matrices = nullptr;
  cudaStream_t stream;
  if (cudaMalloc(&matrices, 3 * elements * sizeof(float)) != cudaSuccess) return {};
  cudaStreamCreate(&stream);
  bool fine = true;
  const auto call = [&] {
    fine = fine && kernel(matrices, matrices + elements, matrices + 2 * elements, n, n, n, stream) == cudaSuccess;
  };
  for (int i = 0; i < 3; i++) call();
  fine = cudaStreamSynchronize(stream) == cudaSuccess && fine;

  std::vector<double> times;
  for (int i = 0; i < iterations && fine; i++) {
    const auto start = Clock::now();
    call();
    fine = cudaStreamSynchronize(stream) == cudaSuccess && fine;
    times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
  }
  cudaStreamDestroy(stream);
  cudaFree(matrices);
  if (!fine) return {};

  double mean = 0, squares = 0;
  for (double time : times) mean += time / times.size();
  for (double time : times) squares += (time - mean) * (time - mean);
  const double deviation = times.size() > 1 ? std::sqrt(squares / (times.size() - 1)) : 0;
  return {mean, 2e-9 * std::pow(n, 3) / mean, deviation / mean};
}
