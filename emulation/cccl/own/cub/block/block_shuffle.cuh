#pragma once
// Exchange of items between a block's threads through shared memory.
#include "block_reduce.cuh"

namespace cub {

template <class T, int BLOCK_DIM_X, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockShuffle {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;

 public:
  struct TempStorage {
    Uninitialized<T> cell[threads];
  };

  __device__ BlockShuffle() : BlockShuffle(detail::private_storage<TempStorage>()) {}
  __device__ explicit BlockShuffle(TempStorage& storage)
      : storage_(storage), thread_(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}

  /// output = the input of the thread `distance` further on. Unchanged past the ends.
  __device__ void Offset(T input, T& output, int distance = 1) {
    put(input);
    const int from = thread_ + distance;
    if (from >= 0 && from < threads) output = storage_.cell[from].Alias();
  }
  __device__ void Rotate(T input, T& output, unsigned int distance = 1) {
    put(input);
    output = storage_.cell[(thread_ + distance) % threads].Alias();
  }
  /// Moves all items one place up. The first place of thread 0 keeps its value.
  template <int ITEMS>
  __device__ void Up(T (&input)[ITEMS], T (&output)[ITEMS]) {
    put(input[ITEMS - 1]);
    for (int i = ITEMS - 1; i > 0; --i) output[i] = input[i - 1];
    if (thread_ > 0) output[0] = storage_.cell[thread_ - 1].Alias();
  }
  template <int ITEMS>
  __device__ void Up(T (&input)[ITEMS], T (&output)[ITEMS], T& block_suffix) {
    Up(input, output);
    block_suffix = storage_.cell[threads - 1].Alias();
  }
  template <int ITEMS>
  __device__ void Down(T (&input)[ITEMS], T (&output)[ITEMS]) {
    put(input[0]);
    for (int i = 0; i + 1 < ITEMS; ++i) output[i] = input[i + 1];
    if (thread_ + 1 < threads) output[ITEMS - 1] = storage_.cell[thread_ + 1].Alias();
  }
  template <int ITEMS>
  __device__ void Down(T (&input)[ITEMS], T (&output)[ITEMS], T& block_prefix) {
    Down(input, output);
    block_prefix = storage_.cell[0].Alias();
  }

 private:
  __device__ void put(const T& value) {
    storage_.cell[thread_].Alias() = value;
    __syncthreads();
  }

  TempStorage& storage_;
  int thread_;
};

}  // namespace cub
