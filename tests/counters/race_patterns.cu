// Kernels with one race each, on the line marked "HERE: name", and their correct twins.
#include "tests/counters/hazard_runner.h"

using namespace gridmark::tests;
using gridmark::emulation::Meters;

// ---- shared memory: a barrier is missing

__global__ void read_after_write(float* out) {
  __shared__ float s[64];
  s[threadIdx.x] = 1;
  out[threadIdx.x] = s[63 - threadIdx.x];  // HERE: read after write
}
__global__ void read_after_write_ok(float* out) {
  __shared__ float s[64];
  s[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void write_after_read(float* out) {
  __shared__ float s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const float next = s[(threadIdx.x + 1) % 64];
  s[threadIdx.x] = next;  // HERE: write after read
  out[threadIdx.x] = next;
}
__global__ void write_after_read_ok(float* out) {
  __shared__ float s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const float next = s[(threadIdx.x + 1) % 64];
  __syncthreads();
  s[threadIdx.x] = next;
  out[threadIdx.x] = next;
}
__global__ void update_after_read(float* out) {
  __shared__ float s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const float next = s[(threadIdx.x + 1) % 64] + s[(threadIdx.x + 2) % 64];
  s[threadIdx.x] *= 2;  // HERE: update after read
  out[threadIdx.x] = next;
}
__global__ void write_after_write(float* out) {
  __shared__ float s[1];
  s[0] = threadIdx.x;  // HERE: write after write
  __syncthreads();
  out[threadIdx.x] = s[0];
}
__global__ void same_value_ok(const float* in, int* out) {
  __shared__ int found;
  if (threadIdx.x == 0) found = 0;
  __syncthreads();
  if (in[threadIdx.x] == 0) found = 1;
  __syncthreads();
  out[threadIdx.x] = found;
}
__global__ void reduction(float* out) {
  __shared__ float s[256];
  s[threadIdx.x] = 1;
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];  // HERE: reduction
  }
  if (threadIdx.x == 0) out[0] = s[0];
}
__global__ void reduction_ok(float* out) {
  __shared__ float s[256];
  s[threadIdx.x] = 1;
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[0] = s[0];
}
__global__ void warp_ok(float* out) {
  __shared__ float s[64];
  s[threadIdx.x] = 1;
  __syncwarp();
  const float neighbour = s[threadIdx.x ^ 1];
  __syncwarp();
  s[threadIdx.x] = neighbour;
  out[threadIdx.x] = neighbour;
}
__global__ void warp_race(float* out) {
  __shared__ float s[64];
  s[threadIdx.x] = 1;
  out[threadIdx.x] = s[threadIdx.x ^ 1];  // HERE: warp race
}
__global__ void bytes_ok(unsigned char* out) {
  __shared__ unsigned char s[64];
  s[threadIdx.x] = threadIdx.x;  // neighbours in one word are not a race
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
template <bool SecondBarrier>
__global__ void tiled(const float* a, const float* b, float* c, int n) {
  __shared__ float as[16][16], bs[16][16];
  const int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int k0 = 0; k0 < n; k0 += 16) {
    as[threadIdx.y][threadIdx.x] = row < n && k0 + threadIdx.x < n ? a[row * n + k0 + threadIdx.x] : 0;  // HERE: tiled
    bs[threadIdx.y][threadIdx.x] = k0 + threadIdx.y < n && column < n ? b[(k0 + threadIdx.y) * n + column] : 0;
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    if (SecondBarrier) __syncthreads();
  }
  if (row < n && column < n) c[row * n + column] = sum;
}
/// 64x64 of C per block, 4x4 per thread, float4 loads. n is a multiple of 64.
__global__ void regtile_ok(const float* a, const float* b, float* c, int n) {
  __shared__ float as[8][64];
  __shared__ float4 bs[8][16];
  const int t = threadIdx.y * 16 + threadIdx.x;
  float sum[4][4] = {};
  for (int k0 = 0; k0 < n; k0 += 8) {
    if (t < 128) {
      const float4 v = reinterpret_cast<const float4*>(a + (blockIdx.y * 64 + t / 2) * n + k0)[t % 2];
      as[t % 2 * 4 + 0][t / 2] = v.x;
      as[t % 2 * 4 + 1][t / 2] = v.y;
      as[t % 2 * 4 + 2][t / 2] = v.z;
      as[t % 2 * 4 + 3][t / 2] = v.w;
      bs[t / 16][t % 16] = reinterpret_cast<const float4*>(b + (k0 + t / 16) * n + blockIdx.x * 64)[t % 16];
    }
    __syncthreads();
    for (int k = 0; k < 8; ++k) {
      const float4 right = bs[k][threadIdx.x];
      for (int i = 0; i < 4; ++i) {
        const float left = as[k][threadIdx.y * 4 + i];
        sum[i][0] += left * right.x;
        sum[i][1] += left * right.y;
        sum[i][2] += left * right.z;
        sum[i][3] += left * right.w;
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; ++i) {
    float4* line = reinterpret_cast<float4*>(c + (blockIdx.y * 64 + threadIdx.y * 4 + i) * n + blockIdx.x * 64);
    line[threadIdx.x] = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
  }
}
__global__ void shared_histogram(const int* in, int* out) {
  __shared__ int bins[8];
  if (threadIdx.x < 8) bins[threadIdx.x] = 0;
  __syncthreads();
  bins[in[threadIdx.x] & 7] += 1;  // HERE: shared histogram
  __syncthreads();
  if (threadIdx.x < 8) atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}
__global__ void shared_histogram_ok(const int* in, int* out) {
  __shared__ int bins[8];
  if (threadIdx.x < 8) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[in[threadIdx.x] & 7], 1);
  __syncthreads();
  if (threadIdx.x < 8) atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}
__global__ void sum_read_too_early(const int* in, int* out) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, in[threadIdx.x]);  // HERE: sum read too early
  if (threadIdx.x == 0) out[0] = sum;
}
/// The maximum of floats. The first value of the loop is a plain read.
template <bool lanes_apart>
__global__ void compare_loop_ok(const float* in, float* out) {
  __shared__ float most[2];
  if (threadIdx.x < 2) most[threadIdx.x] = -1;
  __syncthreads();
  if (lanes_apart && threadIdx.x % 3 == 0) return;
  int* const place = reinterpret_cast<int*>(&most[threadIdx.x % 2]);
  const float mine = in[threadIdx.x];
  int seen = *place, expected;
  do {
    expected = seen;
    if (__int_as_float(expected) >= mine) break;
    seen = atomicCAS(place, expected, __float_as_int(mine));
  } while (seen != expected);
}
/// One thread passes a value to another with a flag.
template <bool Fence>
__global__ void shared_flag(float* out) {
  __shared__ float value;
  __shared__ volatile int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x == 32) {
    value = 1;
    if (Fence) __threadfence_block();
    ready = 1;
  }
  if (threadIdx.x == 0) {
    while (ready == 0) {
    }
    if (Fence) __threadfence_block();
    out[0] = value;  // HERE: shared flag
  }
}

// ---- global memory

__global__ void blocks_write_one_place(float* out) {
  out[threadIdx.x] = blockIdx.x;  // HERE: between blocks
}
__global__ void histogram(const int* in, int* bins) {
  bins[in[blockIdx.x * blockDim.x + threadIdx.x] & 7] += 1;  // HERE: histogram
}
__global__ void histogram_ok(const int* in, int* bins) {
  atomicAdd(&bins[in[blockIdx.x * blockDim.x + threadIdx.x] & 7], 1);
}
__global__ void stencil_in_place(float* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float next = i + 1 < n ? data[i + 1] : 0;
  __syncthreads();
  data[i] = next;  // HERE: stencil
}
__global__ void stencil_ok(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = i + 1 < n ? in[i + 1] : 0;
}
__global__ void last_block_sums_ok(float* partial, unsigned* done, float* out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = blockIdx.x;
    __threadfence();
    last = atomicAdd(done, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last || threadIdx.x > 0) return;
  float sum = 0;
  for (int i = 0; i < gridDim.x; ++i) sum += partial[i];
  out[0] = sum;
}
__global__ void last_block_sums_without_fence(float* partial, unsigned* done, float* out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = blockIdx.x;
    last = atomicAdd(done, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last || threadIdx.x > 0) return;
  float sum = 0;
  for (int i = 0; i < gridDim.x; ++i) sum += partial[i];  // HERE: no fence
  out[0] = sum;
}

/// Each block waits for its predecessor's flag, then continues with its sum.
__global__ void look_back_ok(float* sums, volatile int* flags, float* out) {
  if (threadIdx.x > 0) return;
  float before = 0;
  if (blockIdx.x > 0) {
    while (flags[blockIdx.x - 1] == 0) {
    }
    __threadfence();
    before = sums[blockIdx.x - 1];
  }
  sums[blockIdx.x] = before + blockIdx.x;
  __threadfence();
  flags[blockIdx.x] = 1;
  out[blockIdx.x] = before;
}
/// Assumes that the warp runs in step.
__global__ void volatile_warp(float* out) {
  __shared__ float s[64];
  const unsigned t = threadIdx.x;
  s[t] = 1 + t;
  __syncthreads();
  if (t < 32) {
    volatile float* v = s;
    v[t] += v[t + 32];
    v[t] += v[t + 16];  // HERE: volatile warp
  }
  out[t] = 1;
}
__global__ void double_buffer_ok(const float* in, float* out) {
  __shared__ float tiles[2][64];
  const unsigned t = threadIdx.x;
  float sum = 0;
  tiles[0][t] = in[t];
  __syncthreads();
  for (int k = 0; k < 3; ++k) {
    tiles[(k + 1) % 2][t] = in[(k + 1) * 64 + t];
    sum += tiles[k % 2][63 - t];
    __syncthreads();
  }
  out[t] = sum;
}

namespace {

template <class Kernel>
Meters run_matmul(Kernel kernel, int n, int tile) {
  Buffer<float> a(n * n), b(n * n), c(n * n, false);
  const int blocks = (n + tile - 1) / tile;
  return metered([&] { kernel<<<dim3(blocks, blocks), dim3(16, 16)>>>(a.get(), b.get(), c.get(), n); });
}
template <class Kernel>
Meters run_last_block(Kernel kernel) {
  Buffer<float> partial(8, false), out(1);
  Buffer<unsigned> done(1);
  return metered([&] { kernel<<<8, 64>>>(partial.get(), done.get(), out.get()); });
}
Meters run_look_back() {
  Buffer<float> sums(8), out(8);
  Buffer<int> flags(8);
  return metered([&] { look_back_ok<<<8, 32>>>(sums.get(), flags.get(), out.get()); });
}
Meters run_stencil() {
  Buffer<float> data(128);
  return metered([&] { stencil_in_place<<<2, 64>>>(data.get(), 128); });
}
Meters run_stencil_ok() {
  Buffer<float> in(128), out(128, false);
  return metered([&] { stencil_ok<<<2, 64>>>(in.get(), out.get(), 128); });
}
Meters run_managed() {
  int* in;
  cudaMallocManaged(&in, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) in[i] = i;
  Buffer<int> bins(8);
  const Meters meters = metered([&] { histogram_ok<<<1, 64>>>(in, bins.get()); });
  cudaFree(in);
  return meters;
}

}  // namespace

const std::vector<Pattern>& gridmark::tests::race_patterns() {
  static const std::vector<Pattern> patterns = {
      {"read after write", [] { return run<float>(read_after_write, 64); }},
      {"read after write, ok", [] { return run<float>(read_after_write_ok, 64); }},
      {"write after read", [] { return run<float>(write_after_read, 64); }},
      {"write after read, ok", [] { return run<float>(write_after_read_ok, 64); }},
      {"update after read", [] { return run<float>(update_after_read, 64); }},
      {"write after write", [] { return run<float>(write_after_write, 64); }},
      {"same value, ok", [] { return run_in_out<float, int>(same_value_ok, 64); }},
      {"reduction", [] { return run<float>(reduction, 256); }},
      {"reduction, ok", [] { return run<float>(reduction_ok, 256); }},
      {"warp race", [] { return run<float>(warp_race, 64); }},
      {"warp, ok", [] { return run<float>(warp_ok, 64); }},
      {"bytes, ok", [] { return run<unsigned char>(bytes_ok, 64); }},
      {"tiled", [] { return run_matmul(tiled<false>, 33, 16); }},
      {"tiled, ok", [] { return run_matmul(tiled<true>, 33, 16); }},
      {"regtile, ok", [] { return run_matmul(regtile_ok, 64, 64); }},
      {"shared histogram", [] { return run_in_out<int, int>(shared_histogram, 64); }},
      {"shared histogram, ok", [] { return run_in_out<int, int>(shared_histogram_ok, 64, 2); }},
      {"sum read too early", [] { return run_in_out<int, int>(sum_read_too_early, 64); }},
      {"compare loop, ok", [] { return run_in_out<float, float>(compare_loop_ok<false>, 64); }},
      {"compare loop with lanes apart, ok", [] { return run_in_out<float, float>(compare_loop_ok<true>, 64); }},
      {"between blocks", [] { return run<float>(blocks_write_one_place, 32, 2); }},
      {"histogram", [] { return run_in_out<int, int>(histogram, 64, 2); }},
      {"histogram, ok", [] { return run_in_out<int, int>(histogram_ok, 64, 2); }},
      {"managed, ok", run_managed},
      {"shared flag", [] { return run<float>(shared_flag<false>, 64); }},
      {"shared flag, ok", [] { return run<float>(shared_flag<true>, 64); }},
      {"stencil", run_stencil},
      {"stencil, ok", run_stencil_ok},
      {"no fence", [] { return run_last_block(last_block_sums_without_fence); }},
      {"last block sums, ok", [] { return run_last_block(last_block_sums_ok); }},
      {"look back, ok", run_look_back},
      {"volatile warp", [] { return run<float>(volatile_warp, 64); }},
      {"double buffer, ok", [] { return run_in_out<float, float>(double_buffer_ok, 64); }},
  };
  return patterns;
}
