// Feature: code that nvcc allows and C++ leaves undefined: memory read as another type than it was written as, an index that continues into an array's next row, a function that ends without its return
#include <cuda_fp16.h>

#include "../check.h"

#pragma nv_diag_suppress 940

using coverage::Buffer;

// Halves that are moved 16 bytes at a time and added in pairs.
template <class As>
__host__ __device__ As& as(half& first) {
  return reinterpret_cast<As*>(&first)[0];
}
__global__ void add_packed(half* a, half* b, half* c) {
  half pack_a[8], pack_b[8], pack_c[8];
  as<float4>(pack_a[0]) = as<float4>(a[0]);
  as<float4>(pack_b[0]) = as<float4>(b[0]);
#pragma unroll
  for (int i = 0; i < 8; i += 2) as<half2>(pack_c[i]) = __hadd2(as<half2>(pack_a[i]), as<half2>(pack_b[i]));
  as<float4>(c[0]) = as<float4>(pack_c[0]);
}

struct Matrix {
  float rows[4][4];
};
__constant__ float constant_rows[4][4];
__global__ void sum_in_one_loop(Matrix parameter, const float* in, float* out, int count) {
  __shared__ float tile[4][4];
  float own[4][4];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) tile[i][j] = own[i][j] = in[i * 4 + j];
  float sums[4] = {};
  for (int k = 0; k < count; ++k) sums[0] += tile[0][k];
  for (int k = 0; k < count; ++k) sums[1] += own[0][k];
  for (int k = 0; k < count; ++k) sums[2] += parameter.rows[0][k];
  for (int k = 0; k < count; ++k) sums[3] += *(constant_rows[0] + k);
  for (int i = 0; i < 4; ++i) out[i] = sums[i];
}

struct Pair {
  float x, y;
  __host__ __device__ Pair& operator+=(const Pair& other) { x += other.x, y += other.y; }
};
__device__ int noted(int* where, int value) {
  if (value < 0) return -1;
  *where = value;
}
__global__ void ends_without_return(Pair* pairs, int* where) {
  Pair sum{0, 0};
  for (int i = 0; i < 3; ++i) sum += pairs[i];
  pairs[3] = sum;
  noted(where, 7);
}

int main() {
  std::vector<half> a, b;
  for (int i = 0; i < 8; ++i) a.push_back(__float2half(i)), b.push_back(__float2half(10 * i));
  Buffer<half> first(a), second(b), sum(8, __float2half(-1));
  add_packed<<<1, 1>>>(first, second, sum);
  for (int i = 0; i < 8; ++i) CHECK(__half2float(sum.get()[i]) == 11 * i);

  Matrix matrix;
  std::vector<float> values;
  for (int i = 0; i < 16; ++i) matrix.rows[i / 4][i % 4] = i, values.push_back(i);
  CUDA(cudaMemcpyToSymbol(constant_rows, matrix.rows, sizeof matrix.rows));
  Buffer<float> in(values), sums(4);
  sum_in_one_loop<<<1, 1>>>(matrix, in, sums, 16);
  for (int i = 0; i < 4; ++i) CHECK(sums.get()[i] == 120);

  Buffer<Pair> pairs({{1, 2}, {3, 4}, {5, 6}, {0, 0}});
  Buffer<int> where(1);
  ends_without_return<<<1, 1>>>(pairs, where);
  CHECK(pairs.get()[3].x == 9 && pairs.get()[3].y == 12 && where.get()[0] == 7);
  return coverage::result();
}
