// No tiles along the keys, no running maximum, nothing is ever rescaled: whole rows of scores lie in shared memory.
struct Sizes {
  int queries, keys, d;
  bool causal;
};
constexpr int threads = 64, most_rows = 32, room = 10000;  // floats of shared memory for scores

__global__ void rows_kernel(const float* q, const float* k, const float* v, float* o, float* lse, Sizes size, int rows) {
  extern __shared__ float scores[];  // [rows][keys]
  __shared__ float own[most_rows][64], sums[most_rows];
  const std::size_t matrix = blockIdx.y;
  const int first = blockIdx.x * rows, count = min(rows, size.queries - first), d = size.d;
  for (int i = threadIdx.x; i < count * d; i += threads)
    own[i / d][i % d] = q[(matrix * size.queries + first) * d + i];
  __syncthreads();
  const float root = sqrtf(static_cast<float>(d));
  for (int key = threadIdx.x; key < size.keys; key += threads) {
    float one[64];
    for (int x = 0; x < d; ++x) one[x] = k[(matrix * size.keys + key) * d + x];
    for (int r = 0; r < count; ++r) {
      float sum = 0;
      for (int x = 0; x < d; ++x) sum += own[r][x] * one[x];
      const bool hidden = size.causal && key > first + r + size.keys - size.queries;
      scores[r * size.keys + key] = hidden ? -INFINITY : sum / root;
    }
  }
  __syncthreads();
  for (int r = threadIdx.x; r < count; r += threads) {
    float* row = scores + r * size.keys;
    float greatest = -INFINITY, sum = 0;
    for (int key = 0; key < size.keys; ++key) greatest = fmaxf(greatest, row[key]);
    const bool blind = greatest == -INFINITY;
    for (int key = 0; key < size.keys; ++key) sum += row[key] = blind ? 0 : expf(row[key] - greatest);
    sums[r] = sum;
    lse[matrix * size.queries + first + r] = blind ? -INFINITY : greatest + logf(sum);
  }
  __syncthreads();
  for (int x = threadIdx.x; x < d; x += threads) {
    float value[most_rows] = {};
    for (int key = 0; key < size.keys; ++key) {
      const float of_key = v[(matrix * size.keys + key) * d + x];
      for (int r = 0; r < count; ++r) value[r] += scores[r * size.keys + key] * of_key;
    }
    for (int r = 0; r < count; ++r)
      o[(matrix * size.queries + first + r) * d + x] = sums[r] > 0 ? value[r] / sums[r] : 0;
  }
}
