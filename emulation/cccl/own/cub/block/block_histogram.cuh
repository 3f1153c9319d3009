#pragma once
// Counts of a block's items by bin. Both of CUB's algorithms are atomic additions here.
#include "block_reduce.cuh"

namespace cub {

enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };

template <class T, int BLOCK_DIM_X, int ITEMS_PER_THREAD, int BINS,
          BlockHistogramAlgorithm ALGORITHM = BLOCK_HISTO_SORT, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1,
          int LEGACY_PTX_ARCH = 0>
class BlockHistogram {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;

 public:
  struct TempStorage {
    NullType unused;
  };

  __device__ BlockHistogram() : BlockHistogram(detail::private_storage<TempStorage>()) {}
  __device__ explicit BlockHistogram(TempStorage&) : thread_(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}

  template <class Counter>
  __device__ void InitHistogram(Counter histogram[BINS]) {
    for (int bin = thread_; bin < BINS; bin += threads) histogram[bin] = 0;
  }
  template <class Counter>
  __device__ void Histogram(T (&items)[ITEMS_PER_THREAD], Counter histogram[BINS]) {
    InitHistogram(histogram);
    __syncthreads();
    Composite(items, histogram);
  }
  template <class Counter>
  __device__ void Composite(T (&items)[ITEMS_PER_THREAD], Counter histogram[BINS]) {
    for (int i = 0; i < ITEMS_PER_THREAD; ++i) atomicAdd(histogram + static_cast<int>(items[i]), Counter(1));
    __syncthreads();
  }

 private:
  int thread_;
};

}  // namespace cub
