// Feature: cooperative groups: reduce with every operator, lambdas, large types, and straight into an atomic
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "../check.h"
namespace cg = cooperative_groups;

struct Best {
  double value;
  long long index, spare[2];
};

struct Sums {
  int plus, least, most, band, bor, bxor, product;
  unsigned long long large;
  float f;
  double d;
  Best best;
};

template <int Size>
__global__ void reduce_all(Sums* sums) {
  auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
  const int t = threadIdx.x;
  Sums& mine = sums[t];
  mine.plus = cg::reduce(tile, t - 50, cg::plus<int>());
  mine.least = cg::reduce(tile, (t * 37) % 101 - 50, cg::less<int>());
  mine.most = cg::reduce(tile, (t * 37) % 101 - 50, cg::greater<int>());
  mine.band = cg::reduce(tile, t | 3, cg::bit_and<int>());
  mine.bor = cg::reduce(tile, 1 << t % 31, cg::bit_or<int>());
  mine.bxor = cg::reduce(tile, t * 12345, cg::bit_xor<int>());
  mine.product = cg::reduce(tile, t % 2 + 1, [](int a, int b) { return a * b; });
  mine.large = cg::reduce(tile, 1ull << 40, cg::plus<unsigned long long>());
  const float half = t * 0.5f;
  mine.f = cg::reduce(tile, half, cg::plus<float>());
  mine.d = cg::reduce(tile, t * 0.25, cg::greater<double>());
  const Best brought{double((t * 53) % 64), t, {t, -t}};
  mine.best = cg::reduce(tile, brought, [](const Best& a, const Best& b) { return a.value > b.value ? a : b; });
}

__global__ void sum_odd(int* sum, const int* in) {
  if (threadIdx.x % 2 == 1) {
    cg::coalesced_group active = cg::coalesced_threads();
    const int total = cg::reduce(active, in[threadIdx.x], cg::plus<int>());
    if (active.thread_rank() == 0) atomicAdd(sum, total);
  }
}

__global__ void into_atomics(int* total, int* most, int* stored, int* plain) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int t = threadIdx.x;
  cg::reduce_update_async(warp, cuda::atomic_ref<int, cuda::thread_scope_device>(*total), t, cg::plus<int>());
  cg::reduce_update_async(warp, cuda::atomic_ref<int, cuda::thread_scope_block>(*most), t, cg::greater<int>());
  cg::reduce_store_async(warp, cuda::atomic_ref<int, cuda::thread_scope_block>(stored[t / 32]), t, cg::less<int>());
  cg::reduce_store_async(warp, &plain[t / 32], t, cg::plus<int>());
  __shared__ cuda::atomic<int, cuda::thread_scope_block> shared_total;
  if (t == 0) shared_total.store(1000);
  __syncthreads();
  cg::reduce_update_async(warp, shared_total, 1, cg::plus<int>());
  __syncthreads();
  if (t == 0) plain[4] = shared_total.load();
}

template <int Size>
void test() {
  coverage::Buffer<Sums> sums(128);
  reduce_all<Size><<<1, 128>>>(sums);
  const auto all = sums.get();
  for (int t = 0; t < 128; ++t) {
    const int first = t / Size * Size;
    Sums e{};
    e.least = 1000, e.most = -1000, e.band = ~0, e.product = 1;
    e.best.value = -1;
    for (int o = first; o < first + Size; ++o) {
      const int v = (o * 37) % 101 - 50;
      e.plus += o - 50;
      e.least = v < e.least ? v : e.least;
      e.most = v > e.most ? v : e.most;
      e.band &= o | 3;
      e.bor |= 1 << o % 31;
      e.bxor ^= o * 12345;
      e.product = int(unsigned(e.product) * unsigned(o % 2 + 1));
      e.large += 1ull << 40;
      e.f += o * 0.5f;
      e.d = o * 0.25;
      if ((o * 53) % 64 > e.best.value) e.best = {double((o * 53) % 64), o, {o, -o}};
    }
    const Sums& s = all[t];
    CHECK(s.plus == e.plus && s.least == e.least && s.most == e.most && s.band == e.band);
    CHECK(s.bor == e.bor && s.bxor == e.bxor && s.product == e.product && s.large == e.large);
    CHECK(s.f == e.f && s.d == e.d);
    CHECK(s.best.value == e.best.value && s.best.spare[1] == -s.best.index && s.best.index / Size == t / Size);
  }
}

int main() {
  test<2>();
  test<8>();
  test<32>();
  std::vector<int> in(64);
  for (int i = 0; i < 64; ++i) in[i] = i * i;
  int expected = 0;
  for (int i = 1; i < 64; i += 2) expected += i * i;
  coverage::Buffer<int> source(in), sum(1), total(1), most(1), stored(4, -1), plain(5);
  sum_odd<<<1, 64>>>(sum, source);
  CHECK(sum.get()[0] == expected);
  into_atomics<<<1, 128>>>(total, most, stored, plain);
  CHECK(total.get()[0] == 127 * 64 && most.get()[0] == 127);
  for (int w = 0; w < 4; ++w) CHECK(stored.get()[w] == 32 * w && plain.get()[w] == 32 * (32 * w) + 496);
  CHECK(plain.get()[4] == 1000 + 128);
  return coverage::result();
}
