#pragma once
// Comparison of each of a block's items (blocked) with its neighbours.
#include "block_reduce.cuh"

namespace cub {
namespace detail {

/// The last item of the thread before, and the first of the thread after, through shared memory.
template <class T, int BLOCK_DIM_X, int BLOCK_DIM_Y, int BLOCK_DIM_Z>
class Neighbours {
 public:
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  struct TempStorage {
    Uninitialized<T> first[threads], last[threads];
  };

  __device__ explicit Neighbours(TempStorage& storage)
      : storage_(storage), thread_(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}
  __device__ void exchange(const T& first, const T& last) {
    storage_.first[thread_].Alias() = first;
    storage_.last[thread_].Alias() = last;
    __syncthreads();
  }
  /// Null if there is none.
  __device__ const T* before() const { return thread_ == 0 ? nullptr : &storage_.last[thread_ - 1].Alias(); }
  __device__ const T* after() const {
    return thread_ == threads - 1 ? nullptr : &storage_.first[thread_ + 1].Alias();
  }
  __device__ int thread() const { return thread_; }

 private:
  TempStorage& storage_;
  int thread_;
};

/// CUB's flag operations can take the item's rank as a third argument.
template <class Op, class T>
__device__ auto flag(Op& op, const T& a, const T& b, [[maybe_unused]] int index) {
  if constexpr (std::is_invocable_v<Op&, const T&, const T&, int>)
    return op(a, b, index);
  else
    return op(a, b);
}

}  // namespace detail

template <class T, int BLOCK_DIM_X, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockDiscontinuity {
  using Neighbours = detail::Neighbours<T, BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>;

 public:
  using TempStorage = typename Neighbours::TempStorage;

  __device__ BlockDiscontinuity() : BlockDiscontinuity(detail::private_storage<TempStorage>()) {}
  __device__ explicit BlockDiscontinuity(TempStorage& storage) : near_(storage) {}

  /// `tile_predecessor` comes before thread 0's first item. Without one that item is a head.
  template <int ITEMS, class Flag, class Op>
  __device__ void FlagHeads(Flag (&heads)[ITEMS], T (&items)[ITEMS], Op op) {
    near_.exchange(items[0], items[ITEMS - 1]);
    mark_heads(heads, items, op, nullptr);
  }
  template <int ITEMS, class Flag, class Op>
  __device__ void FlagHeads(Flag (&heads)[ITEMS], T (&items)[ITEMS], Op op, T tile_predecessor) {
    near_.exchange(items[0], items[ITEMS - 1]);
    mark_heads(heads, items, op, &tile_predecessor);
  }
  template <int ITEMS, class Flag, class Op>
  __device__ void FlagTails(Flag (&tails)[ITEMS], T (&items)[ITEMS], Op op) {
    near_.exchange(items[0], items[ITEMS - 1]);
    mark_tails(tails, items, op, nullptr);
  }
  template <int ITEMS, class Flag, class Op>
  __device__ void FlagTails(Flag (&tails)[ITEMS], T (&items)[ITEMS], Op op, T tile_successor) {
    near_.exchange(items[0], items[ITEMS - 1]);
    mark_tails(tails, items, op, &tile_successor);
  }
  template <int ITEMS, class Flag, class Op>
  __device__ void FlagHeadsAndTails(Flag (&heads)[ITEMS], Flag (&tails)[ITEMS], T (&items)[ITEMS], Op op) {
    near_.exchange(items[0], items[ITEMS - 1]);
    mark_heads(heads, items, op, nullptr);
    mark_tails(tails, items, op, nullptr);
  }

 private:
  template <int ITEMS, class Flag, class Op>
  __device__ void mark_heads(Flag (&heads)[ITEMS], T (&items)[ITEMS], Op& op, const T* outside) {
    const T* before = near_.thread() == 0 ? outside : near_.before();
    for (int i = 0; i < ITEMS; ++i) {
      heads[i] = before ? Flag(detail::flag(op, *before, items[i], near_.thread() * ITEMS + i)) : Flag(1);
      before = &items[i];
    }
  }
  template <int ITEMS, class Flag, class Op>
  __device__ void mark_tails(Flag (&tails)[ITEMS], T (&items)[ITEMS], Op& op, const T* outside) {
    const T* last = near_.thread() == Neighbours::threads - 1 ? outside : near_.after();
    for (int i = 0; i < ITEMS; ++i) {
      const T* after = i + 1 < ITEMS ? &items[i + 1] : last;
      tails[i] = after ? Flag(detail::flag(op, items[i], *after, near_.thread() * ITEMS + i + 1)) : Flag(1);
    }
  }

  Neighbours near_;
};

}  // namespace cub
