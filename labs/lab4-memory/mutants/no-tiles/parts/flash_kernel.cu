constexpr int rows = 64, tile = 32;  // queries of a block, keys of a tile

struct Sizes {
  int queries, keys, d;
  bool causal;
};

/// A number of a key, 0 where d or the keys end.
__device__ float number_of(const float* from, int key, int x, Sizes size) {
  return key < size.keys && x < size.d ? from[static_cast<std::size_t>(key) * size.d + x] : 0;
}

/// What a thread knows of the keys so far.
template <int D>
struct Running {
  float greatest = -INFINITY, sum = 0, o[D] = {};

  /// Makes room for scores up to `next`: everything before is counted relative to it from now on.
  __device__ void raise(float next) {
    if (next <= greatest) return;
    const float factor = expf(greatest - next);  // 0 in the beginning
    sum *= factor;
    for (int x = 0; x < D; ++x) o[x] *= factor;
    greatest = next;
  }
};

/// A block for each `rows` queries, blockIdx.y for each matrix. D: d rounded up, the rest is zeros.
template <int D>
__global__ void flash_kernel(const float* q, const float* k, const float* v, float* o, float* lse, Sizes size) {
  const std::size_t matrix = blockIdx.y;
  const int query = blockIdx.x * rows + threadIdx.x;
  const bool mine = query < size.queries;
  const std::size_t row = matrix * size.queries + (mine ? query : 0);

  float own[D];
  const float scale = 1 / sqrtf(static_cast<float>(size.d));
  for (int x = 0; x < D; ++x) own[x] = x < size.d ? q[row * size.d + x] * scale : 0;

  const int ahead = size.keys - size.queries;  // query i sees the keys up to i + ahead
  const int seen = size.causal ? min(size.keys, query + ahead + 1) : size.keys;
  const int seen_by_last =
      size.causal ? min(size.keys, min(size.queries, (static_cast<int>(blockIdx.x) + 1) * rows) + ahead) : size.keys;
  const float* all_keys = k + matrix * size.keys * size.d;
  const float* all_values = v + matrix * size.keys * size.d;

  Running<D> running;
  for (int first = 0; first < seen_by_last; first += tile) {
    const int count = min(tile, seen - first);
    float scores[tile], greatest = -INFINITY;
    for (int key = 0; key < tile; ++key) {
      scores[key] = 0;
      for (int x = 0; x < D; ++x) scores[key] += own[x] * number_of(all_keys, first + key, x, size);
      if (key < count) greatest = fmaxf(greatest, scores[key]);
    }
    running.raise(greatest);
    for (int key = 0; key < count; ++key) {
      const float weight = expf(scores[key] - running.greatest);
      running.sum += weight;
      for (int x = 0; x < D; ++x) running.o[x] += weight * number_of(all_values, first + key, x, size);
    }
  }

  if (!mine) return;
  const bool blind = running.sum == 0;  // no key to see
  for (int x = 0; x < D; ++x)
    if (x < size.d) o[row * size.d + x] = blind ? 0 : running.o[x] / running.sum;
  lse[row] = blind ? -INFINITY : running.greatest + logf(running.sum);
}
