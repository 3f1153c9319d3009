#include "tests/similarity/honest_works.h"

#include <array>

namespace gridmark::similarity {
namespace {

// y = a * x + y over n numbers.
constexpr std::array<const char*, 5> axpys{
    R"(
__global__ void axpy_kernel(float a, const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
cudaError_t axpy(float a, const float* x, float* y, int n) {
  int threads = 256;
  int blocks = (n + threads - 1) / threads;
  axpy_kernel<<<blocks, threads>>>(a, x, y, n);
  return cudaGetLastError();
}
)",
    R"(
static __global__ void stride_axpy(const float alpha, const float* __restrict__ in, float* out, const size_t count) {
  const size_t step = size_t(gridDim.x) * blockDim.x;
  for (size_t at = threadIdx.x + size_t(blockIdx.x) * blockDim.x; at < count; at += step) {
    out[at] = fmaf(alpha, in[at], out[at]);
  }
}
cudaError_t axpy(float a, const float* x, float* y, int n) {
  if (n < 1) return cudaErrorInvalidValue;
  stride_axpy<<<dim3(64), dim3(128)>>>(a, x, y, n);
  return cudaPeekAtLastError();
}
)",
    R"(
__global__ void four_at_once(float a, float4* x, float4* y, int quads) {
  int q = threadIdx.x + blockDim.x * blockIdx.x;
  if (q >= quads) return;
  float4 u = x[q], v = y[q];
  v.x += a * u.x; v.y += a * u.y; v.z += a * u.z; v.w += a * u.w;
  y[q] = v;
}
__global__ void the_rest(float a, const float* x, float* y, int from, int n) {
  for (int i = from + threadIdx.x; i < n; i += 32) y[i] += a * x[i];
}
cudaError_t axpy(float a, const float* x, float* y, int n) {
  if (n / 4 > 0) four_at_once<<<(n / 4 + 63) / 64, 64>>>(a, (float4*)x, (float4*)y, n / 4);
  the_rest<<<1, 32>>>(a, x, y, n / 4 * 4, n);
  return cudaGetLastError();
}
)",
    R"(
template <class T>
__global__ void apply(int count, T work) {
  if (const unsigned id = blockDim.x * blockIdx.x + threadIdx.x; id < unsigned(count)) work(id);
}
cudaError_t axpy(float a, const float* x, float* y, int n) {
  constexpr unsigned block = 512;
  auto step = [=] __device__(unsigned id) { y[id] += a * x[id]; };
  apply<<<(unsigned(n) - 1) / block + 1, block, 0, nullptr>>>(n, step);
  cudaError_t status = cudaGetLastError();
  if (status != cudaSuccess) return status;
  return cudaDeviceSynchronize();
}
)",
    R"(
#define BLOCK 128
#define EACH 4
__global__ void axpy_blocked(float a, const float* x, float* y, int n) {
  int base = blockIdx.x * BLOCK * EACH + threadIdx.x;
#pragma unroll
  for (int k = 0; k < EACH; k++) {
    int j = base + k * BLOCK;
    if (j >= n) break;
    float old = y[j];
    y[j] = old + x[j] * a;
  }
}
cudaError_t axpy(float a, const float* x, float* y, int n) {
  dim3 g((n + BLOCK * EACH - 1) / (BLOCK * EACH)), b(BLOCK);
  axpy_blocked<<<g, b>>>(a, x, y, n);
  return cudaGetLastError();
}
)"};

// sums[r] = the sum of row r of a matrix.
constexpr std::array<const char*, 5> sums{
    R"(
__global__ void row_sums_kernel(const float* m, float* out, int rows, int cols) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int c = 0; c < cols; c++) {
    sum += m[row * cols + c];
  }
  out[row] = sum;
}
cudaError_t row_sums(const float* m, float* out, int rows, int cols) {
  row_sums_kernel<<<(rows + 127) / 128, 128>>>(m, out, rows, cols);
  return cudaGetLastError();
}
)",
    R"(
__global__ void tree(const float* data, float* result, int width) {
  __shared__ float part[256];
  float mine = 0;
  for (int k = threadIdx.x; k < width; k += 256) mine += data[size_t(blockIdx.x) * width + k];
  part[threadIdx.x] = mine;
  __syncthreads();
  for (int half = 128; half > 0; half >>= 1) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) result[blockIdx.x] = part[0];
}
cudaError_t row_sums(const float* m, float* out, int rows, int cols) {
  tree<<<rows, 256>>>(m, out, cols);
  return cudaGetLastError();
}
)",
    R"(
__device__ inline float warp_total(float value) {
  for (int offset = 16; offset != 0; offset /= 2) value += __shfl_down_sync(0xffffffff, value, offset);
  return value;
}
__global__ void warp_per_row(const float* __restrict__ m, float* __restrict__ out, int rows, int cols) {
  const int lane = threadIdx.x % 32, row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (row < rows) {
    const float* line = m + row * cols;
    float total = 0;
    for (int i = lane; i < cols; i += 32) total += line[i];
    total = warp_total(total);
    if (lane == 0) out[row] = total;
  }
}
cudaError_t row_sums(const float* m, float* out, int rows, int cols) {
  warp_per_row<<<(rows * 32 + 255) / 256, 256>>>(m, out, rows, cols);
  return cudaGetLastError();
}
)",
    R"(
__global__ void zero(float* out, int rows) {
  for (int i = threadIdx.x; i < rows; i += blockDim.x) out[i] = 0;
}
__global__ void add_all(const float* m, float* out, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y;
  if (col < cols && row < rows) atomicAdd(&out[row], m[row * cols + col]);
}
cudaError_t row_sums(const float* m, float* out, int rows, int cols) {
  zero<<<1, 1024>>>(out, rows);
  const dim3 grid((cols + 255) / 256, rows);
  add_all<<<grid, 256>>>(m, out, rows, cols);
  return cudaGetLastError();
}
)",
    R"(
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void grouped(const float* m, float* out, int rows, int cols) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
  unsigned r = blockIdx.x * (blockDim.x / 8) + tile.meta_group_rank();
  if (r >= rows) return;
  double acc = 0;
  unsigned c = tile.thread_rank();
  while (c < cols) {
    acc += m[r * cols + c];
    c += tile.size();
  }
  for (int s = 4; s; s >>= 1) acc += tile.shfl_xor(acc, s);
  if (tile.thread_rank() == 0) out[r] = float(acc);
}
cudaError_t row_sums(const float* m, float* out, int rows, int cols) {
  grouped<<<(rows + 15) / 16, 128>>>(m, out, rows, cols);
  return cudaGetLastError();
}
)"};

// out = the transpose of in.
constexpr std::array<const char*, 5> transposes{
    R"(
__global__ void transpose_naive(const float* in, float* out, int rows, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  int r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r < rows && c < cols) {
    out[c * rows + r] = in[r * cols + c];
  }
}
cudaError_t transpose(const float* in, float* out, int rows, int cols) {
  dim3 block(16, 16);
  dim3 grid((cols + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
  transpose_naive<<<grid, block>>>(in, out, rows, cols);
  return cudaGetLastError();
}
)",
    R"(
constexpr int T = 32;
__global__ void through_tile(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[T][T + 1];
  const int x = blockIdx.x * T, y = blockIdx.y * T;
  for (int k = threadIdx.y; k < T; k += 8)
    if (y + k < rows && x + threadIdx.x < cols) tile[k][threadIdx.x] = in[(y + k) * cols + x + threadIdx.x];
  __syncthreads();
  for (int k = threadIdx.y; k < T; k += 8)
    if (x + k < cols && y + threadIdx.x < rows) out[(x + k) * rows + y + threadIdx.x] = tile[threadIdx.x][k];
}
cudaError_t transpose(const float* in, float* out, int rows, int cols) {
  through_tile<<<dim3((cols + T - 1) / T, (rows + T - 1) / T), dim3(T, 8)>>>(in, out, rows, cols);
  return cudaGetLastError();
}
)",
    R"(
__global__ void flat(const float* source, float* target, int rows, int cols) {
  long all = long(rows) * cols;
  for (long i = blockIdx.x * blockDim.x + threadIdx.x; i < all; i += gridDim.x * blockDim.x) {
    long to_column = i % rows;
    long to_row = i / rows;
    target[i] = source[to_column * cols + to_row];
  }
}
cudaError_t transpose(const float* in, float* out, int rows, int cols) {
  int blocks = 0;
  cudaError_t error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, flat, 256, 0);
  if (error) return error;
  flat<<<blocks * 8, 256>>>(in, out, rows, cols);
  return cudaGetLastError();
}
)",
    R"(
__global__ void swizzled(float const* a, float* b, unsigned h, unsigned w) {
  extern __shared__ float buffer[];
  auto slot = [](unsigned i, unsigned j) { return i * 16 + ((i + j) & 15); };
  unsigned i = threadIdx.y, j = threadIdx.x, top = blockIdx.y << 4, left = blockIdx.x << 4;
  bool inside = top + i < h && left + j < w;
  buffer[slot(i, j)] = inside ? a[(top + i) * w + (left + j)] : 0.f;
  __syncthreads();
  if (left + i < w && top + j < h) b[(left + i) * h + (top + j)] = buffer[slot(j, i)];
}
cudaError_t transpose(const float* in, float* out, int rows, int cols) {
  swizzled<<<dim3((cols + 15) >> 4, (rows + 15) >> 4), dim3(16, 16), 256 * sizeof(float)>>>(in, out, rows, cols);
  return cudaGetLastError();
}
)",
    R"(
__global__ void column_to_row(const float* in, float* out, int rows, int cols) {
  const int column = blockIdx.x;
  float* destination = out + size_t(column) * rows;
  int row = threadIdx.x;
  do {
    if (row < rows) destination[row] = __ldg(&in[size_t(row) * cols + column]);
    row += blockDim.x;
  } while (row < rows);
}
cudaError_t transpose(const float* in, float* out, int rows, int cols) {
  if (rows <= 0 || cols <= 0) return cudaErrorInvalidValue;
  const int threads = rows < 1024 ? 64 : 512;
  column_to_row<<<cols, threads>>>(in, out, rows, cols);
  return cudaGetLastError();
}
)"};

}  // namespace

std::string given_code() {
  return "// Fill in the three functions.\n#include \"kernels.h\"\n"
         "cudaError_t axpy(float a, const float* x, float* y, int n) {\n  return cudaErrorNotSupported;\n}\n"
         "cudaError_t row_sums(const float* m, float* out, int rows, int cols) {\n  return "
         "cudaErrorNotSupported;\n}\n"
         "cudaError_t transpose(const float* in, float* out, int rows, int cols) {\n"
         "  return cudaErrorNotSupported;\n}\n";
}

std::vector<std::string> honest_works() {
  std::vector<std::string> works;
  for (std::size_t i = 0; i < 5; ++i)
    for (std::size_t j = 0; j < 4; ++j)
      works.push_back(std::string("#include \"kernels.h\"\n") + axpys[i] + sums[j] + transposes[(i + j) % 5]);
  return works;
}

}  // namespace gridmark::similarity
