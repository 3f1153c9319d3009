#pragma once
// Writing a block's items from registers to memory.
#include "block_exchange.cuh"

namespace cub {

template <class T, int ITEMS, class Iterator>
__device__ __forceinline__ void StoreDirectBlocked(int thread, Iterator to, T (&items)[ITEMS]) {
  for (int i = 0; i < ITEMS; ++i) to[thread * ITEMS + i] = items[i];
}
template <class T, int ITEMS, class Iterator>
__device__ __forceinline__ void StoreDirectBlocked(int thread, Iterator to, T (&items)[ITEMS], int valid) {
  for (int i = 0; i < ITEMS; ++i) {
    if (thread * ITEMS + i < valid) to[thread * ITEMS + i] = items[i];
  }
}
template <class T, int ITEMS>
__device__ __forceinline__ void StoreDirectBlockedVectorized(int thread, T* to, T (&items)[ITEMS]) {
  StoreDirectBlocked(thread, to, items);
}
template <int THREADS, class T, int ITEMS, class Iterator>
__device__ __forceinline__ void StoreDirectStriped(int thread, Iterator to, T (&items)[ITEMS]) {
  for (int i = 0; i < ITEMS; ++i) to[i * THREADS + thread] = items[i];
}
template <int THREADS, class T, int ITEMS, class Iterator>
__device__ __forceinline__ void StoreDirectStriped(int thread, Iterator to, T (&items)[ITEMS], int valid) {
  for (int i = 0; i < ITEMS; ++i) {
    if (i * THREADS + thread < valid) to[i * THREADS + thread] = items[i];
  }
}
template <class T, int ITEMS, class Iterator, class... Guard>
__device__ __forceinline__ void StoreDirectWarpStriped(int thread, Iterator to, T (&items)[ITEMS], Guard... guard) {
  StoreDirectStriped<32>(thread % 32, to + thread / 32 * 32 * ITEMS, items,
                         (guard - thread / 32 * 32 * ITEMS)...);
}

enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

/// The transposing algorithms rearrange in shared memory and write striped. Their threads all meet.
template <class T, int BLOCK_DIM_X, int ITEMS_PER_THREAD, BlockStoreAlgorithm ALGORITHM = BLOCK_STORE_DIRECT,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockStore {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  static constexpr bool transposes = ALGORITHM >= BLOCK_STORE_TRANSPOSE;
  using Exchange = BlockExchange<T, BLOCK_DIM_X, ITEMS_PER_THREAD, false, BLOCK_DIM_Y, BLOCK_DIM_Z>;
  struct Nothing {};

 public:
  struct TempStorage : std::conditional_t<transposes, typename Exchange::TempStorage, Nothing> {};

  __device__ BlockStore() : BlockStore(detail::private_storage<TempStorage>()) {}
  __device__ explicit BlockStore(TempStorage& storage)
      : storage_(storage), thread_(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}

  /// `guard` is nothing, or the number of valid items.
  template <class Iterator, class... Guard>
  __device__ void Store(Iterator to, T (&items)[ITEMS_PER_THREAD], Guard... guard) {
    if constexpr (transposes) {
      Exchange(storage_).BlockedToStriped(items);
      StoreDirectStriped<threads>(thread_, to, items, guard...);
    } else if constexpr (ALGORITHM == BLOCK_STORE_STRIPED) {
      StoreDirectStriped<threads>(thread_, to, items, guard...);
    } else {
      StoreDirectBlocked(thread_, to, items, guard...);
    }
  }

 private:
  TempStorage& storage_;
  int thread_;
};

}  // namespace cub
