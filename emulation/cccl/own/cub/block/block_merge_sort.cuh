#pragma once
// Stable sort of a block's items by a comparison.
#include "block_radix_sort.cuh"

namespace cub {

template <class KeyT, int BLOCK_DIM_X, int ITEMS_PER_THREAD, class ValueT = NullType, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1>
class BlockMergeSort {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z, items = ITEMS_PER_THREAD;
  using Sorter = detail::BlockSort<KeyT, ValueT, threads, items>;
  static_assert((threads & (threads - 1)) == 0, "BlockMergeSort needs a block of a power of two of threads");
  using Keys = KeyT (&)[items];
  using Values = ValueT (&)[items];

 public:
  using TempStorage = typename Sorter::TempStorage;

  __device__ BlockMergeSort() : BlockMergeSort(detail::private_storage<TempStorage>()) {}
  __device__ explicit BlockMergeSort(TempStorage& storage)
      : storage_(storage), thread_(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}

  /// With a number of valid items, the others count as `past_the_end`, which must not come before any key.
#define GRIDMARK_CUB_MERGE_SORT(name)                                                     \
  template <class Less>                                                                   \
  __device__ void name(Keys keys, Less less) {                                            \
    sort(keys, nullptr, less);                                                            \
  }                                                                                       \
  template <class Less>                                                                   \
  __device__ void name(Keys keys, Values values, Less less) {                             \
    sort(keys, values, less);                                                             \
  }                                                                                       \
  template <class Less>                                                                   \
  __device__ void name(Keys keys, Less less, int valid, KeyT past_the_end) {              \
    blank(keys, valid, past_the_end);                                                     \
    sort(keys, nullptr, less);                                                            \
  }                                                                                       \
  template <class Less>                                                                   \
  __device__ void name(Keys keys, Values values, Less less, int valid, KeyT past_the_end) { \
    blank(keys, valid, past_the_end);                                                     \
    sort(keys, values, less);                                                             \
  }
  GRIDMARK_CUB_MERGE_SORT(Sort)
  GRIDMARK_CUB_MERGE_SORT(StableSort)
#undef GRIDMARK_CUB_MERGE_SORT

 private:
  __device__ void blank(Keys keys, int valid, const KeyT& past_the_end) {
    for (int i = 0; i < items; ++i) {
      if (thread_ * items + i >= valid) keys[i] = past_the_end;
    }
  }
  template <class Less>
  __device__ void sort(Keys keys, ValueT* values, Less less) {
    const auto find_order = [&](const KeyT* all) {
      std::vector<std::size_t> order(Sorter::count);
      std::iota(order.begin(), order.end(), std::size_t{0});
      std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return less(all[a], all[b]); });
      return order;
    };
    Sorter::sort(storage_, thread_, keys, values, find_order, [this](int i) { return thread_ * items + i; });
  }

  TempStorage& storage_;
  int thread_;
};

}  // namespace cub
