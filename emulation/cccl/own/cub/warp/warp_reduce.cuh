#pragma once
// Reductions within a (logical) warp. The result is lane 0's, or that of each segment's first lane.
#include "../thread/thread_operators.cuh"
#include "../util_ptx.cuh"

namespace cub {
namespace detail {

/// This thread's place in its logical warp.
template <int width>
struct LogicalWarp {
  static constexpr bool divides = (width & (width - 1)) == 0;
  unsigned int warp = divides ? LaneId() / width : 0;
  int lane = divides ? static_cast<int>(LaneId()) % width : static_cast<int>(LaneId());
  int base = divides ? static_cast<int>(warp) * width : 0;
  unsigned int mask = WarpMask<width>(warp);

  /// Lane `source` of the logical warp, or this lane's value if there is none.
  template <class T>
  T from(const T& value, int source) const {
    return ShuffleFromLane(value, base + (source >= 0 && source < width ? source : lane), mask);
  }
};

}  // namespace detail

template <class T, int LOGICAL_WARP_THREADS = 32, int LEGACY_PTX_ARCH = 0>
class WarpReduce {
  using Warp = detail::LogicalWarp<LOGICAL_WARP_THREADS>;

 public:
  typedef NullType TempStorage_;
  struct TempStorage {
    NullType unused;
  };

  __device__ explicit WarpReduce(TempStorage&) {}

  template <class Op>
  __device__ T Reduce(T input, Op op, int valid_items) {
    return to_last(input, op, valid_items - 1);
  }
  template <class Op>
  __device__ T Reduce(T input, Op op) {
    return Reduce(input, op, LOGICAL_WARP_THREADS);
  }
  __device__ T Sum(T input) { return Reduce(input, cub::Sum()); }
  __device__ T Sum(T input, int valid_items) { return Reduce(input, cub::Sum(), valid_items); }
  __device__ T Max(T input) { return Reduce(input, cub::Max()); }
  __device__ T Max(T input, int valid_items) { return Reduce(input, cub::Max(), valid_items); }
  __device__ T Min(T input) { return Reduce(input, cub::Min()); }
  __device__ T Min(T input, int valid_items) { return Reduce(input, cub::Min(), valid_items); }

  template <class Flag, class Op>
  __device__ T HeadSegmentedReduce(T input, Flag head, Op op) {
    return to_last(input, op, last_of_segment(head, 1));
  }
  template <class Flag, class Op>
  __device__ T TailSegmentedReduce(T input, Flag tail, Op op) {
    return to_last(input, op, last_of_segment(tail, 0));
  }
  template <class Flag>
  __device__ T HeadSegmentedSum(T input, Flag head) {
    return HeadSegmentedReduce(input, head, cub::Sum());
  }
  template <class Flag>
  __device__ T TailSegmentedSum(T input, Flag tail) {
    return TailSegmentedReduce(input, tail, cub::Sum());
  }

 private:
  template <class Op>
  __device__ T to_last(T value, Op op, int last) {
    for (int offset = 1; offset < LOGICAL_WARP_THREADS; offset *= 2) {
      const T other = warp_.from(value, warp_.lane + offset);
      if (warp_.lane + offset <= last) value = op(value, other);
    }
    return value;
  }
  /// The lane before the next head, or the next tail from here on.
  template <class Flag>
  __device__ int last_of_segment(Flag flag, int heads) {
    const unsigned int flags = __ballot_sync(warp_.mask, flag ? 1 : 0) >> warp_.base;
    for (int lane = warp_.lane + heads; lane < LOGICAL_WARP_THREADS; ++lane) {
      if (flags >> lane & 1) return lane - heads;
    }
    return LOGICAL_WARP_THREADS - 1;
  }

  Warp warp_;
};

}  // namespace cub
