// Feature: CUB: warp and block collectives (WarpReduce, WarpScan, BlockReduce, BlockScan, BlockLoad, BlockStore, BlockExchange, BlockRadixSort, BlockMergeSort, BlockHistogram, BlockDiscontinuity, ...)
#include <cub/cub.cuh>

#include <algorithm>
#include <numeric>

#include "../check.h"

constexpr int threads = 96;  // three warps
constexpr int items = 4;
constexpr int tile = threads * items;

struct Pair {
  int key;
  double weight;
  unsigned char tail[5];
};
struct AddPairs {
  __device__ Pair operator()(const Pair& a, const Pair& b) const {
    Pair sum = a;
    sum.key += b.key;
    sum.weight += b.weight;
    return sum;
  }
};
struct MaxOf {
  __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};
/// Associative but not commutative: the composition of x -> m * x + c, packed as m * prime + c.
struct Compose {
  __host__ __device__ long long operator()(long long a, long long b) const {
    const long long prime = 10007, m = a / prime * (b / prime) % prime;
    return m * prime + (a % prime * (b / prime) + b % prime) % prime;
  }
};

template <cub::BlockReduceAlgorithm algorithm>
__global__ void reduce(const int* in, int* out, int valid) {
  using Reduce = cub::BlockReduce<int, threads, algorithm>;
  __shared__ typename Reduce::TempStorage storage;
  const int sum = Reduce(storage).Sum(in[threadIdx.x]);
  __syncthreads();
  const int partial = Reduce(storage).Sum(in[threadIdx.x], valid);
  __syncthreads();
  const int largest = Reduce(storage).Reduce(in[threadIdx.x], MaxOf());
  __syncthreads();
  int own[items];
  for (int i = 0; i < items; ++i) own[i] = in[threadIdx.x * items + i];
  const int all = Reduce(storage).Sum(own);
  if (threadIdx.x == 0) out[0] = sum, out[1] = partial, out[2] = largest, out[3] = all;
}

__global__ void reduce_pairs(Pair* out) {
  using Reduce = cub::BlockReduce<Pair, 16, cub::BLOCK_REDUCE_WARP_REDUCTIONS, 4>;
  __shared__ typename Reduce::TempStorage storage;
  const int thread = threadIdx.y * 16 + threadIdx.x;
  const Pair sum = Reduce(storage).Reduce(Pair{thread, thread * .5, {1, 2, 3, 4, 5}}, AddPairs());
  if (thread == 0) *out = sum;
}

struct RunningSum {
  int total;
  __device__ int operator()(int aggregate) {
    const int before = total;
    total += aggregate;
    return before;
  }
};

__global__ void scan(const int* in, int* exclusive, int* inclusive, int* totals, int tiles) {
  using Scan = cub::BlockScan<int, threads>;
  using Load = cub::BlockLoad<int, threads, items, cub::BLOCK_LOAD_WARP_TRANSPOSE>;
  using Store = cub::BlockStore<int, threads, items, cub::BLOCK_STORE_TRANSPOSE>;
  __shared__ union {
    typename Scan::TempStorage scan;
    typename Load::TempStorage load;
    typename Store::TempStorage store;
  } storage;
  RunningSum before{1000};
  for (int t = 0; t < tiles; ++t) {
    int own[items], result[items], aggregate;
    Load(storage.load).Load(in + t * tile, own);
    __syncthreads();
    Scan(storage.scan).InclusiveSum(own, result, aggregate);
    __syncthreads();
    Store(storage.store).Store(inclusive + t * tile, result);
    __syncthreads();
    Scan(storage.scan).ExclusiveSum(own, own, before);
    __syncthreads();
    Store(storage.store).Store(exclusive + t * tile, own);
    __syncthreads();
    if (threadIdx.x == 0) totals[t] = aggregate;
  }
}

__global__ void scan_singles(long long* out, int* sums) {
  using Scan = cub::BlockScan<long long, threads, cub::BLOCK_SCAN_WARP_SCANS>;
  __shared__ typename Scan::TempStorage storage;
  long long result, aggregate;
  Scan(storage).ExclusiveScan((threadIdx.x + 2) * 10009LL, result, 70063LL, Compose(), aggregate);
  out[threadIdx.x] = result;
  __syncthreads();
  Scan(storage).InclusiveScan((threadIdx.x + 2) * 10009LL, result, Compose());
  out[threads + threadIdx.x] = result;
  if (threadIdx.x == 0) out[2 * threads] = aggregate;
  using Sums = cub::BlockScan<int, threads>;
  __shared__ typename Sums::TempStorage sums_storage;
  int sum, total;
  Sums(sums_storage).ExclusiveSum(static_cast<int>(threadIdx.x), sum, total);
  sums[threadIdx.x] = sum;
  if (threadIdx.x == 0) sums[threads] = total;
}

__global__ void warps(int* out) {
  using Reduce = cub::WarpReduce<int>;
  using Eighth = cub::WarpReduce<int, 8>;
  using Scan = cub::WarpScan<int>;
  __shared__ typename Reduce::TempStorage storage[threads / 32];
  __shared__ typename Eighth::TempStorage small_storage[threads / 8];
  __shared__ typename Scan::TempStorage scan_storage[threads / 32];
  const int t = threadIdx.x, warp = t / 32;
  const int sum = Reduce(storage[warp]).Sum(t);
  const int some = Reduce(storage[warp]).Sum(t, 5);
  const int eighth = Eighth(small_storage[t / 8]).Reduce(t, MaxOf());
  const int by_head = Reduce(storage[warp]).HeadSegmentedSum(1, t % 32 == 0 || t % 32 == 10);
  const int by_tail = Reduce(storage[warp]).TailSegmentedSum(1, t % 32 == 9);
  int inclusive, exclusive, aggregate;
  Scan(scan_storage[warp]).InclusiveSum(t, inclusive, aggregate);
  Scan(scan_storage[warp]).ExclusiveScan(t, exclusive, -1, MaxOf());
  int* row = out + t * 8;
  row[0] = sum, row[1] = some, row[2] = eighth, row[3] = by_head, row[4] = by_tail, row[5] = inclusive,
  row[6] = exclusive, row[7] = aggregate;
}

__global__ void merge_sort(const float* in, float* out) {
  using Merge = cub::BlockMergeSort<float, 128, tile / 128>;
  __shared__ typename Merge::TempStorage storage;
  float keys[tile / 128];
  cub::LoadDirectBlocked(threadIdx.x, in, keys);
  Merge(storage).Sort(keys, [](float a, float b) { return a < b; });
  cub::StoreDirectBlocked(threadIdx.x, out, keys);
}

__global__ void sort(const float* in, float* ascending, int* places, float* descending) {
  using Sort = cub::BlockRadixSort<float, threads, items, int>;
  using KeysOnly = cub::BlockRadixSort<float, threads, items>;
  __shared__ typename Sort::TempStorage storage;
  __shared__ typename KeysOnly::TempStorage keys_storage;
  float keys[items], again[items];
  int values[items];
  cub::LoadDirectBlocked(threadIdx.x, in, keys);
  for (int i = 0; i < items; ++i) values[i] = threadIdx.x * items + i, again[i] = keys[i];
  Sort(storage).Sort(keys, values);
  cub::StoreDirectBlocked(threadIdx.x, ascending, keys);
  cub::StoreDirectBlocked(threadIdx.x, places, values);
  KeysOnly(keys_storage).SortDescendingBlockedToStriped(again);
  cub::StoreDirectStriped<threads>(threadIdx.x, descending, again);
}

__global__ void exchange(int* out) {
  using Exchange = cub::BlockExchange<int, threads, items>;
  __shared__ typename Exchange::TempStorage storage;
  int own[items], ranks[items];
  for (int i = 0; i < items; ++i) own[i] = i * threads + threadIdx.x;
  Exchange(storage).StripedToBlocked(own);
  for (int i = 0; i < items; ++i) out[threadIdx.x * items + i] = own[i];
  __syncthreads();
  for (int i = 0; i < items; ++i) ranks[i] = tile - 1 - (threadIdx.x * items + i);
  Exchange(storage).ScatterToBlocked(own, ranks);
  for (int i = 0; i < items; ++i) out[tile + threadIdx.x * items + i] = own[i];
}

__global__ void histogram(const unsigned char* in, unsigned int* counts, int* heads) {
  using Histogram = cub::BlockHistogram<unsigned char, threads, items, 16, cub::BLOCK_HISTO_ATOMIC>;
  using Discontinuity = cub::BlockDiscontinuity<int, threads>;
  __shared__ typename Histogram::TempStorage storage;
  __shared__ typename Discontinuity::TempStorage discontinuity_storage;
  __shared__ unsigned int bins[16];
  unsigned char own[items];
  int groups[items], flags[items];
  for (int i = 0; i < items; ++i) {
    own[i] = in[threadIdx.x * items + i];
    groups[i] = (threadIdx.x * items + i) / 7;
  }
  Histogram(storage).Histogram(own, bins);
  __syncthreads();
  if (threadIdx.x < 16) counts[threadIdx.x] = bins[threadIdx.x];
  Discontinuity(discontinuity_storage).FlagHeads(flags, groups, cuda::std::not_equal_to<int>());
  for (int i = 0; i < items; ++i) heads[threadIdx.x * items + i] = flags[i];
}

std::vector<int> numbers(int count) {
  std::vector<int> values(count);
  unsigned state = 1;
  for (int& value : values) value = static_cast<int>((state = state * 1664525u + 1013904223u) >> 20) - 2000;
  return values;
}

void check_reduce() {
  const std::vector<int> in = numbers(tile);
  coverage::Buffer<int> from(in), out(4);
  const auto check = [&] {
    const std::vector<int> result = out.get();
    CHECK(result[0] == std::accumulate(in.begin(), in.begin() + threads, 0));
    CHECK(result[1] == std::accumulate(in.begin(), in.begin() + 41, 0));
    CHECK(result[2] == *std::max_element(in.begin(), in.begin() + threads));
    CHECK(result[3] == std::accumulate(in.begin(), in.end(), 0));
  };
  reduce<cub::BLOCK_REDUCE_WARP_REDUCTIONS><<<1, threads>>>(from, out, 41);
  check();
  reduce<cub::BLOCK_REDUCE_RAKING><<<1, threads>>>(from, out, 41);
  check();
  coverage::Buffer<Pair> pair(1);
  reduce_pairs<<<1, dim3(16, 4)>>>(pair);
  CHECK(pair.get()[0].key == 63 * 32 && pair.get()[0].weight == 63 * 16);
}

void check_scan() {
  const std::vector<int> in = numbers(3 * tile);
  coverage::Buffer<int> from(in), exclusive(3 * tile), inclusive(3 * tile), totals(3);
  scan<<<1, threads>>>(from, exclusive, inclusive, totals, 3);
  int before = 1000;
  const std::vector<int> e = exclusive.get(), i = inclusive.get(), t = totals.get();
  for (int n = 0, sum = 0; n < 3 * tile; ++n) {
    if (n % tile == 0) sum = 0;
    sum += in[n];
    CHECK(e[n] == before && i[n] == sum);
    before += in[n];
    if (n % tile == tile - 1) CHECK(t[n / tile] == sum);
  }
  coverage::Buffer<long long> composed(2 * threads + 1);
  coverage::Buffer<int> sums(threads + 1);
  scan_singles<<<1, threads>>>(composed, sums);
  const std::vector<long long> c = composed.get();
  long long with_initial = 70063, without = 2 * 10009;
  for (int n = 0; n < threads; ++n) {
    CHECK(c[n] == with_initial);
    if (n > 0) without = Compose()(without, (n + 2) * 10009LL);
    CHECK(c[threads + n] == without);
    with_initial = Compose()(with_initial, (n + 2) * 10009LL);
    CHECK(sums.get()[n] == n * (n - 1) / 2);
  }
  CHECK(c[2 * threads] == without && sums.get()[threads] == threads * (threads - 1) / 2);
}

void check_warps() {
  coverage::Buffer<int> out(threads * 8);
  warps<<<1, threads>>>(out);
  const std::vector<int> rows = out.get();
  for (int t = 0; t < threads; ++t) {
    const int *row = &rows[t * 8], first = t / 32 * 32, lane = t % 32;
    if (lane == 0) CHECK(row[0] == 32 * first + 496 && row[1] == 5 * first + 10);
    if (t % 8 == 0) CHECK(row[2] == t + 7);
    if (lane == 0) CHECK(row[3] == 10 && row[4] == 10);
    if (lane == 10) CHECK(row[3] == 22 && row[4] == 22);
    CHECK(row[5] == (lane + 1) * first + lane * (lane + 1) / 2);
    CHECK(row[6] == (lane == 0 ? -1 : t - 1) && row[7] == 32 * first + 496);
  }
}

void check_sort() {
  std::vector<float> in;
  for (int value : numbers(tile)) in.push_back(value / 8 * 0.25f);  // with ties and negative numbers
  coverage::Buffer<float> from(in), up(tile), down(tile), merged(tile);
  coverage::Buffer<int> places(tile);
  sort<<<1, threads>>>(from, up, places, down);
  merge_sort<<<1, 128>>>(from, merged);
  std::vector<int> order(tile);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return in[a] < in[b]; });
  CHECK(places.get() == order);
  std::sort(in.begin(), in.end());
  CHECK(up.get() == in && merged.get() == in);
  std::reverse(in.begin(), in.end());
  CHECK(down.get() == in);
}

void check_others() {
  coverage::Buffer<int> out(2 * tile), heads(tile);
  exchange<<<1, threads>>>(out);
  std::vector<unsigned char> samples;
  for (int i = 0; i < tile; ++i) {
    CHECK(out.get()[i] == i && out.get()[tile + i] == tile - 1 - i);
    samples.push_back(static_cast<unsigned char>(i * i % 16));
  }
  coverage::Buffer<unsigned char> in(samples);
  coverage::Buffer<unsigned int> counts(16);
  histogram<<<1, threads>>>(in, counts, heads);
  for (int bin = 0; bin < 16; ++bin) CHECK(counts.get()[bin] == std::count(samples.begin(), samples.end(), bin));
  for (int i = 0; i < tile; ++i) CHECK(heads.get()[i] == (i % 7 == 0));
}

int main() {
  check_reduce();
  check_scan();
  check_warps();
  check_sort();
  check_others();
  return coverage::result();
}
