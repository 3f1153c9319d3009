#pragma once
#include "block_discontinuity.cuh"

namespace cub {

template <class T, int BLOCK_DIM_X, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1>
class BlockAdjacentDifference {
  using Neighbours = detail::Neighbours<T, BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>;

 public:
  using TempStorage = typename Neighbours::TempStorage;

  __device__ BlockAdjacentDifference() : BlockAdjacentDifference(detail::private_storage<TempStorage>()) {}
  __device__ explicit BlockAdjacentDifference(TempStorage& storage) : near_(storage) {}

  /// output[i] = op(input[i], input[i - 1]). The very first item is unchanged, or combined with `outside`.
  template <int ITEMS, class Out, class Op>
  __device__ void SubtractLeft(T (&input)[ITEMS], Out (&output)[ITEMS], Op op) {
    left(input, output, op, nullptr);
  }
  template <int ITEMS, class Out, class Op>
  __device__ void SubtractLeft(T (&input)[ITEMS], Out (&output)[ITEMS], Op op, T outside) {
    left(input, output, op, &outside);
  }
  /// output[i] = op(input[i], input[i + 1]). The very last item is unchanged, or combined with `outside`.
  template <int ITEMS, class Out, class Op>
  __device__ void SubtractRight(T (&input)[ITEMS], Out (&output)[ITEMS], Op op) {
    right(input, output, op, nullptr);
  }
  template <int ITEMS, class Out, class Op>
  __device__ void SubtractRight(T (&input)[ITEMS], Out (&output)[ITEMS], Op op, T outside) {
    right(input, output, op, &outside);
  }

 private:
  template <int ITEMS, class Out, class Op>
  __device__ void left(T (&input)[ITEMS], Out (&output)[ITEMS], Op& op, const T* outside) {
    near_.exchange(input[0], input[ITEMS - 1]);
    const T* before = near_.thread() == 0 ? outside : near_.before();
    for (int i = ITEMS - 1; i > 0; --i) output[i] = op(input[i], input[i - 1]);
    output[0] = before ? Out(op(input[0], *before)) : Out(input[0]);
  }
  template <int ITEMS, class Out, class Op>
  __device__ void right(T (&input)[ITEMS], Out (&output)[ITEMS], Op& op, const T* outside) {
    near_.exchange(input[0], input[ITEMS - 1]);
    const T* after = near_.thread() == Neighbours::threads - 1 ? outside : near_.after();
    for (int i = 0; i + 1 < ITEMS; ++i) output[i] = op(input[i], input[i + 1]);
    output[ITEMS - 1] = after ? Out(op(input[ITEMS - 1], *after)) : Out(input[ITEMS - 1]);
  }

  Neighbours near_;
};

}  // namespace cub
