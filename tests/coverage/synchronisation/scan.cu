// Feature: cooperative groups: inclusive and exclusive scans, and those that update an atomic
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>

#include "../check.h"
namespace cg = cooperative_groups;

struct Row {
  int inclusive, exclusive, most, before;
  double d;
};

template <int Size>
__global__ void scan(Row* rows) {
  auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
  const int t = threadIdx.x, v = (t * 31) % 17 + 1;
  rows[t].inclusive = cg::inclusive_scan(tile, v);
  rows[t].exclusive = cg::exclusive_scan(tile, v, cg::plus<int>());
  rows[t].most = cg::inclusive_scan(tile, v, cg::greater<int>());
  rows[t].before = cg::exclusive_scan(tile, v, [](int a, int b) { return a > b ? a : b; });
  rows[t].d = cg::inclusive_scan(tile, v * 0.5, cg::plus<double>());
}

/// x -> a x + b, composed: an operation whose operands must keep their order.
struct Affine {
  unsigned a, b;
};
struct Then {
  __device__ __host__ Affine operator()(Affine first, Affine second) const {
    return {first.a * second.a, first.b * second.a + second.b};
  }
};
__global__ void ordered(Affine* inclusive, Affine* exclusive) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const Affine mine{threadIdx.x * 2 + 3, threadIdx.x + 5};
  inclusive[threadIdx.x] = cg::inclusive_scan(warp, mine, Then());
  exclusive[threadIdx.x] = cg::exclusive_scan(warp, mine, Then());
}

/// Each thread reserves a range with its own length.
__global__ void reserve(int* next, int* begins, int* ends) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int length = threadIdx.x % 3;
  if (threadIdx.x % 5 == 0) return;
  auto active = cg::coalesced_threads();
  begins[threadIdx.x] = cg::exclusive_scan_update(active, cuda::atomic_ref<int, cuda::thread_scope_device>(next[0]), length);
  ends[threadIdx.x] = cg::inclusive_scan_update(active, cuda::atomic_ref<int, cuda::thread_scope_device>(next[1]), length,
                                               cg::plus<int>());
}

template <int Size>
void test() {
  Row none{};
  coverage::Buffer<Row> rows(64, none);
  scan<Size><<<1, 64>>>(rows);
  const auto all = rows.get();
  for (int first = 0; first < 64; first += Size) {
    int sum = 0, most = 0;
    for (int t = first; t < first + Size; ++t) {
      const int v = (t * 31) % 17 + 1;
      CHECK(all[t].exclusive == sum);
      CHECK(t == first || all[t].before == most);
      sum += v;
      most = v > most ? v : most;
      CHECK(all[t].inclusive == sum && all[t].most == most && all[t].d == sum * 0.5);
    }
  }
}

int main() {
  test<4>();
  test<16>();
  test<32>();
  coverage::Buffer<Affine> inclusive(32, Affine{}), exclusive(32, Affine{});
  ordered<<<1, 32>>>(inclusive, exclusive);
  Affine sum{1, 0};
  for (unsigned t = 0; t < 32; ++t) {
    const Affine before = exclusive.get()[t], with = inclusive.get()[t];
    CHECK(t == 0 || (before.a == sum.a && before.b == sum.b));
    sum = Then()(sum, Affine{t * 2 + 3, t + 5});
    CHECK(with.a == sum.a && with.b == sum.b);
  }
  coverage::Buffer<int> next(2, 7), begins(64, -1), ends(64, -1);
  reserve<<<1, 64>>>(next, begins, ends);
  const auto b = begins.get(), e = ends.get();
  std::vector<int> taken(100);
  int total = 0;
  for (int t = 0; t < 64; ++t) {
    if (t % 5 == 0) continue;
    CHECK(b[t] >= 7 && e[t] - b[t] == t % 3);
    for (int i = b[t]; i < b[t] + t % 3; ++i) CHECK(taken.at(i)++ == 0);
    total += t % 3;
  }
  CHECK(next.get()[0] == 7 + total && next.get()[1] == 7 + total);
  return coverage::result();
}
