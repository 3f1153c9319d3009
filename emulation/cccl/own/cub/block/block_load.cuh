#pragma once
// Reading a block's items from memory into registers.
#include "block_exchange.cuh"

namespace cub {

template <class T, int ITEMS, class Iterator>
__device__ __forceinline__ void LoadDirectBlocked(int thread, Iterator from, T (&items)[ITEMS]) {
  for (int i = 0; i < ITEMS; ++i) items[i] = from[thread * ITEMS + i];
}
template <class T, int ITEMS, class Iterator>
__device__ __forceinline__ void LoadDirectBlocked(int thread, Iterator from, T (&items)[ITEMS], int valid) {
  for (int i = 0; i < ITEMS; ++i) {
    if (thread * ITEMS + i < valid) items[i] = from[thread * ITEMS + i];
  }
}
template <class T, class Default, int ITEMS, class Iterator>
__device__ __forceinline__ void LoadDirectBlocked(int thread, Iterator from, T (&items)[ITEMS], int valid,
                                                  Default otherwise) {
  for (int i = 0; i < ITEMS; ++i) items[i] = otherwise;
  LoadDirectBlocked(thread, from, items, valid);
}
template <class T, int ITEMS>
__device__ __forceinline__ void LoadDirectBlockedVectorized(int thread, T* from, T (&items)[ITEMS]) {
  LoadDirectBlocked(thread, from, items);
}
template <int THREADS, class T, int ITEMS, class Iterator>
__device__ __forceinline__ void LoadDirectStriped(int thread, Iterator from, T (&items)[ITEMS]) {
  for (int i = 0; i < ITEMS; ++i) items[i] = from[i * THREADS + thread];
}
template <int THREADS, class T, int ITEMS, class Iterator>
__device__ __forceinline__ void LoadDirectStriped(int thread, Iterator from, T (&items)[ITEMS], int valid) {
  for (int i = 0; i < ITEMS; ++i) {
    if (i * THREADS + thread < valid) items[i] = from[i * THREADS + thread];
  }
}
template <int THREADS, class T, class Default, int ITEMS, class Iterator>
__device__ __forceinline__ void LoadDirectStriped(int thread, Iterator from, T (&items)[ITEMS], int valid,
                                                  Default otherwise) {
  for (int i = 0; i < ITEMS; ++i) items[i] = otherwise;
  LoadDirectStriped<THREADS>(thread, from, items, valid);
}
template <class T, int ITEMS, class Iterator, class... Guard>
__device__ __forceinline__ void LoadDirectWarpStriped(int thread, Iterator from, T (&items)[ITEMS], Guard... guard) {
  LoadDirectStriped<32>(thread % 32, from + thread / 32 * 32 * ITEMS, items,
                        (guard - thread / 32 * 32 * ITEMS)...);
}

enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};

/// The transposing algorithms read striped and rearrange in shared memory. Their threads all meet.
template <class T, int BLOCK_DIM_X, int ITEMS_PER_THREAD, BlockLoadAlgorithm ALGORITHM = BLOCK_LOAD_DIRECT,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockLoad {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  static constexpr bool transposes = ALGORITHM >= BLOCK_LOAD_TRANSPOSE;
  using Exchange = BlockExchange<T, BLOCK_DIM_X, ITEMS_PER_THREAD, false, BLOCK_DIM_Y, BLOCK_DIM_Z>;
  struct Nothing {};

 public:
  struct TempStorage : std::conditional_t<transposes, typename Exchange::TempStorage, Nothing> {};

  __device__ BlockLoad() : BlockLoad(detail::private_storage<TempStorage>()) {}
  __device__ explicit BlockLoad(TempStorage& storage)
      : storage_(storage), thread_(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}

  /// `guard` is nothing, (valid items), or (valid items, value for the others).
  template <class Iterator, class... Guard>
  __device__ void Load(Iterator from, T (&items)[ITEMS_PER_THREAD], Guard... guard) {
    if constexpr (transposes) {
      LoadDirectStriped<threads>(thread_, from, items, guard...);
      Exchange(storage_).StripedToBlocked(items);
    } else if constexpr (ALGORITHM == BLOCK_LOAD_STRIPED) {
      LoadDirectStriped<threads>(thread_, from, items, guard...);
    } else {
      LoadDirectBlocked(thread_, from, items, guard...);
    }
  }

 private:
  TempStorage& storage_;
  int thread_;
};

}  // namespace cub
