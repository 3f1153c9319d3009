#pragma once
// Reductions of a block: each warp by shuffles, then thread 0 over the warps' results. The result is thread
// 0's. All of CUB's algorithms use this one.
#include "../warp/warp_reduce.cuh"

namespace cub {

enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  BLOCK_REDUCE_RAKING,
  BLOCK_REDUCE_WARP_REDUCTIONS,
  BLOCK_REDUCE_WARP_REDUCTIONS_NONDETERMINISTIC
};

namespace detail {

/// Shared memory for a collective that is constructed without any, one for each kind and block.
template <class Storage>
__device__ Storage& private_storage() {
  __shared__ Storage storage;
  return storage;
}

}  // namespace detail

template <class T, int BLOCK_DIM_X, BlockReduceAlgorithm ALGORITHM = BLOCK_REDUCE_WARP_REDUCTIONS,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockReduce {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z, warps = (threads + 31) / 32;

 public:
  struct TempStorage {
    Uninitialized<T> of_warp[warps];
  };

  __device__ BlockReduce() : BlockReduce(detail::private_storage<TempStorage>()) {}
  __device__ explicit BlockReduce(TempStorage& storage)
      : storage_(storage), thread_(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}

  template <class Op>
  __device__ T Reduce(T input, Op op, int valid) {
    const int warp = thread_ / 32, rest = valid - warp * 32;
    typename WarpReduce<T>::TempStorage none;
    const T of_warp = WarpReduce<T>(none).Reduce(input, op, rest < 32 ? rest : 32);
    if (thread_ % 32 == 0) storage_.of_warp[warp].Alias() = of_warp;
    __syncthreads();
    if (thread_ != 0) return of_warp;
    T result = of_warp;
    for (int i = 1; i < warps && i * 32 < valid; ++i) result = op(result, storage_.of_warp[i].Alias());
    return result;
  }
  template <class Op>
  __device__ T Reduce(T input, Op op) {
    return Reduce(input, op, threads);
  }
  template <int ITEMS, class Op>
  __device__ T Reduce(T (&inputs)[ITEMS], Op op) {
    T own = inputs[0];
    for (int i = 1; i < ITEMS; ++i) own = op(own, inputs[i]);
    return Reduce(own, op);
  }
  __device__ T Sum(T input) { return Reduce(input, cub::Sum()); }
  __device__ T Sum(T input, int valid) { return Reduce(input, cub::Sum(), valid); }
  template <int ITEMS>
  __device__ T Sum(T (&inputs)[ITEMS]) {
    return Reduce(inputs, cub::Sum());
  }

 private:
  TempStorage& storage_;
  int thread_;
};

}  // namespace cub
