#pragma once
// Reduction of one thread's items.
#include "thread_operators.cuh"

namespace cub {

template <int ITEMS, class T, class Op>
__device__ __forceinline__ T ThreadReduce(const T (&items)[ITEMS], Op op) {
  T result = items[0];
  for (int i = 1; i < ITEMS; ++i) result = op(result, items[i]);
  return result;
}
template <int ITEMS, class T, class Op, class Prefix>
__device__ __forceinline__ T ThreadReduce(const T (&items)[ITEMS], Op op, Prefix prefix) {
  return op(static_cast<T>(prefix), ThreadReduce(items, op));
}

}  // namespace cub
