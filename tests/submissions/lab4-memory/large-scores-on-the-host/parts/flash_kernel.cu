#include <cstdlib>

struct Sizes {
  int queries, keys, d;
  bool causal;
};

__global__ void scores_kernel(const float* q, const float* k, float* scores, Sizes size) {
  const std::size_t matrix = blockIdx.z;
  const int query = blockIdx.y, key = blockIdx.x * blockDim.x + threadIdx.x;
  if (key >= size.keys) return;
  const float* one = q + (matrix * size.queries + query) * size.d;
  const float* other = k + (matrix * size.keys + key) * size.d;
  float sum = 0;
  for (int x = 0; x < size.d; ++x) sum += one[x] * other[x];
  const bool hidden = size.causal && key > query + size.keys - size.queries;
  scores[(matrix * size.queries + query) * size.keys + key] =
      hidden ? -INFINITY : sum / sqrtf(static_cast<float>(size.d));
}

/// A thread for each query.
__global__ void rows_kernel(const float* scores, const float* v, float* o, float* lse, Sizes size) {
  const int query = blockIdx.x * blockDim.x + threadIdx.x;
  if (query >= size.queries) return;
  const std::size_t matrix = blockIdx.y, row = matrix * size.queries + query;
  const float* own = scores + row * size.keys;
  float greatest = -INFINITY, sum = 0;
  for (int key = 0; key < size.keys; ++key) greatest = fmaxf(greatest, own[key]);
  const bool blind = greatest == -INFINITY;
  for (int key = 0; key < size.keys; ++key) sum += blind ? 0 : expf(own[key] - greatest);
  for (int x = 0; x < size.d; ++x) {
    float value = 0;
    for (int key = 0; key < size.keys; ++key)
      value += blind ? 0 : expf(own[key] - greatest) * v[(matrix * size.keys + key) * size.d + x];
    o[row * size.d + x] = blind ? 0 : value / sum;
  }
  lse[row] = blind ? -INFINITY : greatest + logf(sum);
}
