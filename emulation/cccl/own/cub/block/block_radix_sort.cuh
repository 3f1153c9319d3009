#pragma once
// Sort of a block's items. All threads put their items into shared memory, thread 0 computes the order, and
// all take theirs back. The result is CUB's, but the memory traffic is not.
#include "../detail_radix.cuh"
#include "block_exchange.cuh"
#include "block_scan.cuh"

#include <algorithm>

namespace cub {

enum BlockRadixRankAlgorithm { RADIX_RANK_BASIC, RADIX_RANK_MEMOIZE, RADIX_RANK_MATCH };

namespace detail {

/// Cells for keys and values of a block's items, and their order after the sort.
template <class Key, class Value, int threads, int items>
struct BlockSort {
  static constexpr bool has_values = !std::is_same<Value, NullType>::value;
  static constexpr int count = threads * items;
  struct TempStorage {
    Uninitialized<Key> keys[count];
    Uninitialized<Value> values[has_values ? count : 1];
    unsigned short place[count];
  };

  /// `find_order(begin)` returns the places of the keys from `begin` on, in order. `of(i)` is the place of
  /// this thread's i-th item afterwards.
  template <class FindOrder, class Place>
  __device__ static void sort(TempStorage& storage, int thread, Key (&keys)[items], Value* values, FindOrder find_order,
                              Place of) {
    for (int i = 0; i < items; ++i) {
      storage.keys[thread * items + i].Alias() = keys[i];
      if (has_values) storage.values[thread * items + i].Alias() = values[i];
    }
    __syncthreads();
    if (thread == 0) {
      const std::vector<std::size_t> order = find_order(&storage.keys[0].Alias());
      for (int i = 0; i < count; ++i) storage.place[i] = static_cast<unsigned short>(order[i]);
    }
    __syncthreads();
    for (int i = 0; i < items; ++i) {
      const int place = storage.place[of(i)];
      keys[i] = storage.keys[place].Alias();
      if (has_values) values[i] = storage.values[place].Alias();
    }
  }
};

}  // namespace detail

template <class KeyT, int BLOCK_DIM_X, int ITEMS_PER_THREAD, class ValueT = NullType, int RADIX_BITS = 4,
          bool MEMOIZE_OUTER_SCAN = true, BlockScanAlgorithm INNER_SCAN_ALGORITHM = BLOCK_SCAN_WARP_SCANS,
          int SMEM_CONFIG = 0, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockRadixSort {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z, items = ITEMS_PER_THREAD;
  using Sorter = detail::BlockSort<KeyT, ValueT, threads, items>;
  static constexpr int all_bits = sizeof(KeyT) * 8;
  using Keys = KeyT (&)[items];
  using Values = ValueT (&)[items];

 public:
  using TempStorage = typename Sorter::TempStorage;

  __device__ BlockRadixSort() : BlockRadixSort(detail::private_storage<TempStorage>()) {}
  __device__ explicit BlockRadixSort(TempStorage& storage)
      : storage_(storage), thread_(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}

#define GRIDMARK_CUB_BLOCK_SORT(name, descending, striped)                                              \
  __device__ void name(Keys keys, int begin_bit = 0, int end_bit = all_bits) {                          \
    sort(keys, nullptr, begin_bit, end_bit, descending, striped);                                       \
  }                                                                                                     \
  __device__ void name(Keys keys, Values values, int begin_bit = 0, int end_bit = all_bits) {           \
    sort(keys, values, begin_bit, end_bit, descending, striped);                                        \
  }
  GRIDMARK_CUB_BLOCK_SORT(Sort, false, false)
  GRIDMARK_CUB_BLOCK_SORT(SortDescending, true, false)
  GRIDMARK_CUB_BLOCK_SORT(SortBlockedToStriped, false, true)
  GRIDMARK_CUB_BLOCK_SORT(SortDescendingBlockedToStriped, true, true)
#undef GRIDMARK_CUB_BLOCK_SORT

 private:
  __device__ void sort(Keys keys, ValueT* values, int begin_bit, int end_bit, bool descending, bool striped) {
    Sorter::sort(
        storage_, thread_, keys, values,
        [=](const KeyT* all) { return detail::radix_order(all, Sorter::count, begin_bit, end_bit, descending); },
        [=](int i) { return striped ? i * threads + thread_ : thread_ * items + i; });
  }

  TempStorage& storage_;
  int thread_;
};

}  // namespace cub
