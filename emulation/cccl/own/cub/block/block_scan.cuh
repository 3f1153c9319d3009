#pragma once
// Prefix sums of a block: each warp by shuffles, then every thread over the totals of the warps before it.
// All of CUB's algorithms use this one.
#include "../warp/warp_scan.cuh"
#include <tuple>

#include "block_reduce.cuh"

namespace cub {

enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

template <class T, int BLOCK_DIM_X, BlockScanAlgorithm ALGORITHM = BLOCK_SCAN_RAKING, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockScan {
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z, warps = (threads + 31) / 32;

 public:
  struct TempStorage {
    Uninitialized<T> of_warp[warps];
    Uninitialized<T> prefix;
  };

  __device__ BlockScan() : BlockScan(detail::private_storage<TempStorage>()) {}
  __device__ explicit BlockScan(TempStorage& storage)
      : storage_(storage), thread_(RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z)) {}

  // One item per thread.
  template <class Op>
  __device__ void InclusiveScan(T input, T& output, Op op, T& aggregate) {
    output = scan(input, op, aggregate).inclusive;
  }
  template <class Op>
  __device__ void InclusiveScan(T input, T& output, Op op) {
    T aggregate;
    InclusiveScan(input, output, op, aggregate);
  }
  template <class Op, class Prefix, class = std::enable_if_t<std::is_invocable_v<Prefix&, T>>>
  __device__ void InclusiveScan(T input, T& output, Op op, Prefix& prefix) {
    T aggregate;
    const Own own = scan(input, op, aggregate);
    output = op(ask(prefix, aggregate), own.inclusive);
  }
  template <class Op, class = std::enable_if_t<std::is_invocable_v<Op&, T, T>>>
  __device__ void InclusiveScan(T input, T& output, T initial, Op op) {
    T aggregate;
    InclusiveScan(input, output, op, aggregate);
    output = op(initial, output);
  }
  template <class Op>
  __device__ void ExclusiveScan(T input, T& output, T initial, Op op, T& aggregate) {
    const Own own = scan(input, op, aggregate);
    output = thread_ == 0 ? initial : op(initial, own.exclusive);
  }
  template <class Op, class = std::enable_if_t<std::is_invocable_v<Op&, T, T>>>
  __device__ void ExclusiveScan(T input, T& output, T initial, Op op) {
    T aggregate;
    ExclusiveScan(input, output, initial, op, aggregate);
  }
  template <class Op, class = std::enable_if_t<std::is_invocable_v<Op&, T, T>>>
  __device__ void ExclusiveScan(T input, T& output, Op op) {
    T aggregate;
    output = scan(input, op, aggregate).exclusive;
  }
  template <class Op, class = std::enable_if_t<std::is_invocable_v<Op&, T, T>>>
  __device__ void ExclusiveScan(T input, T& output, Op op, T& aggregate) {
    output = scan(input, op, aggregate).exclusive;
  }
  template <class Op, class Prefix, class = std::enable_if_t<std::is_invocable_v<Prefix&, T>>>
  __device__ void ExclusiveScan(T input, T& output, Op op, Prefix& prefix) {
    T aggregate;
    const Own own = scan(input, op, aggregate);
    const T before = ask(prefix, aggregate);
    output = thread_ == 0 ? before : op(before, own.exclusive);
  }

  // Several consecutive items per thread.
  template <int ITEMS, class... Rest>
  __device__ void InclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], Rest&&... rest) {
    items(input, output, true, [&](T own, T& before, auto& op) { before_of(own, before, op, rest...); }, rest...);
  }
  template <int ITEMS, class... Rest>
  __device__ void ExclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS], Rest&&... rest) {
    items(input, output, false, [&](T own, T& before, auto& op) { before_of(own, before, op, rest...); }, rest...);
  }

  template <class Input, class Output, class... Rest>
  __device__ void InclusiveSum(Input&& input, Output&& output, Rest&&... rest) {
    InclusiveScan(input, output, cub::Sum(), rest...);
  }
  __device__ void ExclusiveSum(T input, T& output) { ExclusiveScan(input, output, T{}, cub::Sum()); }
  __device__ void ExclusiveSum(T input, T& output, T& aggregate) {
    ExclusiveScan(input, output, T{}, cub::Sum(), aggregate);
  }
  template <class Prefix, class = std::enable_if_t<std::is_invocable_v<Prefix&, T>>>
  __device__ void ExclusiveSum(T input, T& output, Prefix& prefix) {
    ExclusiveScan(input, output, cub::Sum(), prefix);
  }
  template <int ITEMS>
  __device__ void ExclusiveSum(T (&input)[ITEMS], T (&output)[ITEMS]) {
    ExclusiveScan(input, output, T{}, cub::Sum());
  }
  template <int ITEMS>
  __device__ void ExclusiveSum(T (&input)[ITEMS], T (&output)[ITEMS], T& aggregate) {
    ExclusiveScan(input, output, T{}, cub::Sum(), aggregate);
  }
  template <int ITEMS, class Prefix, class = std::enable_if_t<std::is_invocable_v<Prefix&, T>>>
  __device__ void ExclusiveSum(T (&input)[ITEMS], T (&output)[ITEMS], Prefix& prefix) {
    ExclusiveScan(input, output, cub::Sum(), prefix);
  }

 private:
  struct Own {
    T inclusive, exclusive;  ///< thread 0's exclusive value is its own input
  };

  template <class Op>
  __device__ Own scan(T input, Op op, T& aggregate) {
    const int warp = thread_ / 32, lane = thread_ % 32;
    typename WarpScan<T>::TempStorage none;
    Own own;
    WarpScan<T>(none).Scan(input, own.inclusive, own.exclusive, op);
    if (lane == 31 || thread_ == threads - 1) storage_.of_warp[warp].Alias() = own.inclusive;
    __syncthreads();
    T total = storage_.of_warp[0].Alias();
    for (int i = 1; i <= warps; ++i) {
      if (i == warp) own = {op(total, own.inclusive), lane == 0 ? total : op(total, own.exclusive)};
      if (i < warps) total = op(total, storage_.of_warp[i].Alias());
    }
    aggregate = total;
    return own;
  }

  /// The callback's prefix for this block. The first warp asks for it, and lane 0's result counts.
  template <class Prefix>
  __device__ T ask(Prefix& prefix, T aggregate) {
    if (thread_ < 32) {
      const T answer = prefix(aggregate);
      if (thread_ == 0) storage_.prefix.Alias() = answer;
    }
    __syncthreads();
    return storage_.prefix.Alias();
  }

  // `rest` is (op), (op, aggregate), (op, prefix), (initial, op) or (initial, op, aggregate). before_of
  // returns the value before this thread's items, or false if there is none.
  template <class Op>
  static constexpr bool is_op = std::is_invocable_v<Op&, T, T>;

  template <class First, class... Rest>
  static auto& op_of(First& first, Rest&... rest) {
    if constexpr (is_op<First>)
      return first;
    else
      return op_of(rest...);
  }

  template <class Op, class First, class... Rest>
  __device__ void before_of(T own, T& before, Op& op, First& first, Rest&... rest) {
    if constexpr (is_op<First>)
      ExclusiveScan(own, before, op, rest...);
    else
      ExclusiveScan(own, before, T(first), op, tail(rest...));
  }
  /// The aggregate of (op, aggregate), or a dummy for (op).
  template <class Op>
  __device__ T& tail(Op&) {
    return unwanted_;
  }
  template <class Op>
  __device__ T& tail(Op&, T& aggregate) {
    return aggregate;
  }

  template <int ITEMS, class Before, class... Rest>
  __device__ void items(T (&input)[ITEMS], T (&output)[ITEMS], bool inclusive, Before find_before, Rest&... rest) {
    auto& op = op_of(rest...);
    T own = input[0], before;
    for (int i = 1; i < ITEMS; ++i) own = op(own, input[i]);
    find_before(own, before, op);
    bool has_before = thread_ > 0 || has_prefix<Rest...>();
    for (int i = 0; i < ITEMS; ++i) {
      const T item = input[i];
      const T next = has_before ? op(before, item) : item;
      output[i] = inclusive ? next : before;
      before = next;
      has_before = true;
    }
  }
  /// Whether a value comes before thread 0: an initial value, or a callback's prefix.
  template <class First, class... Rest>
  static constexpr bool has_prefix() {
    if constexpr (!is_op<First>)
      return true;
    else if constexpr (sizeof...(Rest) == 1)
      return !std::is_same_v<std::decay_t<std::tuple_element_t<0, std::tuple<Rest...>>>, T>;
    else
      return false;
  }

  TempStorage& storage_;
  int thread_;
  T unwanted_;
};

}  // namespace cub
