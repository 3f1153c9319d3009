// The emulated device's part of the speed table: textbook kernels, as in a course.
#include <chrono>

#include "contest.h"

namespace {

using namespace contest;

__global__ void vector_add(const float* a, const float* b, float* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

__global__ void saxpy(float alpha, const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = alpha * x[i] + y[i];
}

__global__ void gemm_naive(const float* a, const float* b, float* c, int n) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n || column >= n) return;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

template <int tile>
__global__ void gemm_tiled(const float* a, const float* b, float* c, int n) {
  __shared__ float tile_a[tile][tile], tile_b[tile][tile];
  const int row = blockIdx.y * tile + threadIdx.y, column = blockIdx.x * tile + threadIdx.x;
  float sum = 0;
  for (int step = 0; step < n; step += tile) {
    tile_a[threadIdx.y][threadIdx.x] = a[row * n + step + threadIdx.x];
    tile_b[threadIdx.y][threadIdx.x] = b[(step + threadIdx.y) * n + column];
    __syncthreads();
    for (int k = 0; k < tile; ++k) sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

__global__ void block_reduction(const float* values, float* sums, int n) {
  __shared__ float partial[reduction_block];
  const unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  partial[t] = i < static_cast<unsigned>(n) ? values[i] : 0;
  __syncthreads();
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (t < stride) partial[t] += partial[t + stride];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = partial[0];
}

__global__ void shuffle_reduction(const float* values, float* sums, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = i < n ? values[i] : 0;
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (threadIdx.x % 32 == 0) sums[i / 32] = sum;
}

__global__ void transpose(const float* in, float* out, int n) {
  __shared__ float tile[32][33];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  const int to_x = blockIdx.y * 32 + threadIdx.x, to_y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(to_y + j) * n + to_x] = tile[threadIdx.x][threadIdx.y + j];
}

/// Each thread computes one row of the result. The running maximum keeps the exponentials finite.
__global__ void attention(const float* q, const float* k, const float* v, float* out, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum[attention_width] = {}, largest = -1e30F, weights = 0;
  for (int j = 0; j < rows; ++j) {
    float score = 0;
    for (int d = 0; d < attention_width; ++d) score += q[row * attention_width + d] * k[j * attention_width + d];
    score *= 0.125F;
    const float now = fmaxf(largest, score), correction = expf(largest - now), weight = expf(score - now);
    weights = weights * correction + weight;
    for (int d = 0; d < attention_width; ++d) sum[d] = sum[d] * correction + weight * v[j * attention_width + d];
    largest = now;
  }
  for (int d = 0; d < attention_width; ++d) out[row * attention_width + d] = sum[d] / weights;
}

__global__ void empty() {}

class Device {
 public:
  explicit Device(const std::vector<float>& values) : Device(values.size()) {
    cudaMemcpy(data_, values.data(), values.size() * sizeof(float), cudaMemcpyHostToDevice);
  }
  explicit Device(std::size_t count) : count_(count) { cudaMalloc(&data_, count * sizeof(float)); }
  Device(const Device&) = delete;
  ~Device() { cudaFree(data_); }
  operator float*() const { return data_; }
  std::vector<float> get() const {
    std::vector<float> values(count_);
    cudaMemcpy(values.data(), data_, count_ * sizeof(float), cudaMemcpyDeviceToHost);
    return values;
  }

 private:
  float* data_ = nullptr;
  std::size_t count_;
};

const auto a = input(vector_elements, 1), b = input(vector_elements, 2);
constexpr int blocks = vector_elements / 256;

void run_vector_add() {
  const Device x(a), y(b), z(a.size());
  const auto run = [&] { vector_add<<<blocks, 256>>>(x, y, z, vector_elements), cudaDeviceSynchronize(); };
  run();
  must_be_close(z.get()[12345], a[12345] + b[12345], "vector_add");
  report(vector_elements, run);
}

void run_saxpy() {
  const Device x(a), y(b);
  const auto run = [&] { saxpy<<<blocks, 256>>>(0.5F, x, y, vector_elements), cudaDeviceSynchronize(); };
  run();
  must_be_close(y.get()[12345], 0.5F * a[12345] + b[12345], "saxpy");
  report(vector_elements, run);
}

template <class Launch>
void run_gemm(const char* name, Launch launch) {
  const auto left = input(matrix * matrix, 1), right = input(matrix * matrix, 2);
  const Device x(left), y(right), z(left.size());
  const auto run = [&] { launch(x, y, z), cudaDeviceSynchronize(); };
  run();
  must_be_close(z.get()[100 * matrix + 77], Expected::gemm_element(left, right, 100, 77), name);
  report(double{matrix} * matrix, run, 3);
}

template <class Launch>
void run_reduction(const char* name, int per_sum, Launch launch) {
  const Device x(a), sums(vector_elements / static_cast<std::size_t>(per_sum));
  const auto run = [&] { launch(x, sums), cudaDeviceSynchronize(); };
  run();
  must_be_close(Expected::sum(sums.get()), Expected::sum(a), name);
  report(vector_elements, run, 3);
}

void run_transpose() {
  const auto values = input(transposed * transposed, 3);
  const Device in(values), out(values.size());
  const auto run = [&] {
    transpose<<<dim3(transposed / 32, transposed / 32), dim3(32, 8)>>>(in, out, transposed);
    cudaDeviceSynchronize();
  };
  run();
  must_be_close(out.get()[5 * transposed + 1234], values[1234 * transposed + 5], "transpose");
  report(double{transposed} * transposed, run);
}

void run_attention() {
  const std::size_t size = attention_rows * attention_width;
  const auto qs = input(size, 1), ks = input(size, 2), vs = input(size, 3);
  const Device q(qs), k(ks), v(vs), out(size);
  const auto run = [&] { attention<<<attention_rows / 64, 64>>>(q, k, v, out, attention_rows), cudaDeviceSynchronize(); };
  run();
  must_be_close(out.get()[9 * attention_width], Expected::attention(qs, ks, vs, 9), "attention");
  report(double{attention_rows} * attention_rows, run);
}

/// Nanoseconds of wall time for a launch and its synchronisation, because other threads may do a part of the
/// work.
template <class Launch>
void run_launches(Launch launch) {
  constexpr int launches = 2000, rounds = 6;
  double best = 1e30;
  for (int round = 0; round < rounds; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < launches; ++i) launch(), cudaDeviceSynchronize();
    const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - begin;
    best = std::min(best, time.count());
  }
  std::printf("%.5f\n", best / launches);
}

void run_launches_on_three_arrays() {
  const Device x(std::vector<float>(1, 1)), y(std::vector<float>(1, 2)), z(std::size_t{1});
  run_launches([&] { vector_add<<<1, 1>>>(x, y, z, 1); });
}

}  // namespace

int main(int count, char** words) {
  const std::string kernel = count == 2 ? words[1] : "";
  const dim3 tiles16(matrix / 16, matrix / 16), tiles32(matrix / 32, matrix / 32);
  if (kernel == "vector_add") run_vector_add();
  else if (kernel == "saxpy") run_saxpy();
  else if (kernel == "gemm_naive")
    run_gemm("gemm_naive", [&](float* x, float* y, float* z) { gemm_naive<<<tiles16, dim3(16, 16)>>>(x, y, z, matrix); });
  else if (kernel == "gemm_tiled_16")
    run_gemm("gemm_tiled_16", [&](float* x, float* y, float* z) { gemm_tiled<16><<<tiles16, dim3(16, 16)>>>(x, y, z, matrix); });
  else if (kernel == "gemm_tiled_32")
    run_gemm("gemm_tiled_32", [&](float* x, float* y, float* z) { gemm_tiled<32><<<tiles32, dim3(32, 32)>>>(x, y, z, matrix); });
  else if (kernel == "block_reduction")
    run_reduction("block_reduction", reduction_block, [](float* x, float* sums) { block_reduction<<<blocks, 256>>>(x, sums, vector_elements); });
  else if (kernel == "shuffle_reduction")
    run_reduction("shuffle_reduction", 32, [](float* x, float* sums) { shuffle_reduction<<<blocks, 256>>>(x, sums, vector_elements); });
  else if (kernel == "transpose") run_transpose();
  else if (kernel == "attention") run_attention();
  else if (kernel == "launch_one_block") run_launches([] { empty<<<1, 1>>>(); });
  else if (kernel == "launch_empty_grid") run_launches([] { empty<<<64, 32>>>(); });
  else if (kernel == "launch_three_arrays") run_launches_on_three_arrays();
  else return std::fprintf(stderr, "usage: %s KERNEL\n", words[0]), 64;
  return 0;
}
