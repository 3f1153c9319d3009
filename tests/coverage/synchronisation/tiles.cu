// Feature: cooperative groups: tiled_partition of 1 to 32 threads, shuffles, votes, matches, meta groups
// Findings: undefined shuffle: thread (1,0,0) of block (0,0,0) takes the value of lane 0 at tiles.cu:21, which the mask 0x00000002 does not name
#include <cooperative_groups.h>

#include "../check.h"
namespace cg = cooperative_groups;

constexpr int threads = 96;
enum Column { rank, size, meta_rank, meta_size, from_two, up, down, across, some, every_one, vote_bits, same, equal, equal_flag, sum, columns };

template <int Size, class Tile>
__device__ void observe(const Tile& tile, int* row) {
  const int me = static_cast<int>(threadIdx.x);
  row[rank] = tile.thread_rank();
  row[size] = tile.size();
  row[meta_rank] = tile.meta_group_rank();
  row[meta_size] = tile.meta_group_size();
  row[from_two] = tile.shfl(me, 2);
  row[up] = tile.shfl_up(me, 3);
  row[down] = tile.shfl_down(me, 3);
  row[across] = tile.shfl_xor(me, 1);
  row[some] = tile.any(me % 40 == 5);
  row[every_one] = tile.all(me < 64);
  row[vote_bits] = static_cast<int>(tile.ballot(me % 3 == 0));
  row[same] = static_cast<int>(tile.match_any(me % 3));
  int flag = -1;
  row[equal] = static_cast<int>(tile.match_all(me / 8, flag));
  row[equal_flag] = flag;
  int total = me;
  for (unsigned step = tile.size() / 2; step > 0; step /= 2) total += tile.shfl_xor(total, step);
  row[sum] = total;
  tile.sync();
}

template <int Size>
__global__ void in_block(int* rows) {
  auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
  observe<Size>(tile, rows + threadIdx.x * columns);
}
template <int Size>
__global__ void in_warp(int* rows) {
  const cg::thread_block_tile<32> warp = cg::tiled_partition<32>(cg::this_thread_block());
  cg::thread_block_tile<Size> tile = cg::tiled_partition<Size>(warp);
  observe<Size>(tile, rows + threadIdx.x * columns);
}

template <int Size>
void check(const std::vector<int>& rows, bool of_warp) {
  for (int t = 0; t < threads; ++t) {
    const int* row = rows.data() + t * columns;
    const int first = t / Size * Size, r = t - first;
    CHECK(row[rank] == r && row[size] == Size);
    CHECK(row[meta_rank] == (of_warp ? t % 32 / Size : t / Size));
    CHECK(row[meta_size] == (of_warp ? 32 / Size : threads / Size));
    CHECK(row[from_two] == first + 2 % Size);
    CHECK(row[up] == (r >= 3 ? t - 3 : t));
    CHECK(row[down] == (r + 3 < Size ? t + 3 : t));
    if (Size > 1) CHECK(row[across] == (t ^ 1));
    bool one = false, every = true, equal_all = true;
    unsigned vote = 0, match = 0;
    int total = 0;
    for (int i = 0; i < Size; ++i) {
      const int other = first + i;
      one |= other % 40 == 5;
      every &= other < 64;
      if (other % 3 == 0) vote |= 1u << i;
      if (other % 3 == t % 3) match |= 1u << i;
      equal_all &= other / 8 == t / 8;
      total += other;
    }
    CHECK(row[some] == one && row[every_one] == every);
    CHECK(static_cast<unsigned>(row[vote_bits]) == vote && static_cast<unsigned>(row[same]) == match);
    CHECK(static_cast<unsigned>(row[equal]) == (equal_all ? (Size == 32 ? ~0u : (1u << Size % 32) - 1) : 0));
    CHECK((row[equal_flag] != 0) == equal_all);
    CHECK(row[sum] == total);
  }
}

template <int Size>
void test() {
  coverage::Buffer<int> rows(threads * columns);
  in_block<Size><<<1, threads>>>(rows);
  check<Size>(rows.get(), false);
  if constexpr (Size < 32) {
    in_warp<Size><<<1, threads>>>(rows);
    check<Size>(rows.get(), true);
  }
}

int main() {
  test<1>();
  test<2>();
  test<4>();
  test<8>();
  test<16>();
  test<32>();
  return coverage::result();
}
