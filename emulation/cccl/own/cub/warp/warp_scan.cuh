#pragma once
// Prefix sums within a (logical) warp.
#include "warp_reduce.cuh"

namespace cub {

template <class T, int LOGICAL_WARP_THREADS = 32, int LEGACY_PTX_ARCH = 0>
class WarpScan {
 public:
  struct TempStorage {
    NullType unused;
  };

  __device__ explicit WarpScan(TempStorage&) {}

  template <class Op>
  __device__ void InclusiveScan(T input, T& inclusive, Op op) {
    for (int offset = 1; offset < LOGICAL_WARP_THREADS; offset *= 2) {
      const T other = warp_.from(input, warp_.lane - offset);
      if (warp_.lane >= offset) input = op(other, input);
    }
    inclusive = input;
  }
  template <class Op>
  __device__ void InclusiveScan(T input, T& inclusive, Op op, T& aggregate) {
    T result;
    InclusiveScan(input, result, op);
    aggregate = warp_.from(result, LOGICAL_WARP_THREADS - 1);
    inclusive = result;
  }
  template <class Op>
  __device__ void InclusiveScan(T input, T& inclusive, T initial, Op op) {
    T result;
    InclusiveScan(input, result, op);
    inclusive = op(initial, result);
  }
  __device__ void InclusiveSum(T input, T& inclusive) { InclusiveScan(input, inclusive, cub::Sum()); }
  __device__ void InclusiveSum(T input, T& inclusive, T& aggregate) {
    InclusiveScan(input, inclusive, cub::Sum(), aggregate);
  }

  /// Without an initial value, lane 0's result is its own input. CUB leaves it undefined.
  template <class Op>
  __device__ void ExclusiveScan(T input, T& exclusive, Op op) {
    T result;
    InclusiveScan(input, result, op);
    exclusive = warp_.from(result, warp_.lane - 1);
  }
  template <class Op>
  __device__ void ExclusiveScan(T input, T& exclusive, T initial, Op op) {
    T aggregate;
    ExclusiveScan(input, exclusive, initial, op, aggregate);
  }
  template <class Op>
  __device__ void ExclusiveScan(T input, T& exclusive, T initial, Op op, T& aggregate) {
    T result;
    InclusiveScan(input, result, op, aggregate);
    const T before = warp_.from(result, warp_.lane - 1);
    exclusive = warp_.lane == 0 ? initial : op(initial, before);
  }
  template <class Op>
  __device__ void ExclusiveScan(T input, T& exclusive, Op op, T& aggregate) {
    T result;
    InclusiveScan(input, result, op, aggregate);
    exclusive = warp_.from(result, warp_.lane - 1);
  }
  __device__ void ExclusiveSum(T input, T& exclusive) { ExclusiveScan(input, exclusive, T{}, cub::Sum()); }
  __device__ void ExclusiveSum(T input, T& exclusive, T& aggregate) {
    ExclusiveScan(input, exclusive, T{}, cub::Sum(), aggregate);
  }

  template <class Op>
  __device__ void Scan(T input, T& inclusive, T& exclusive, Op op) {
    T result;
    InclusiveScan(input, result, op);
    exclusive = warp_.from(result, warp_.lane - 1);
    inclusive = result;
  }
  template <class Op>
  __device__ void Scan(T input, T& inclusive, T& exclusive, T initial, Op op) {
    T result;
    InclusiveScan(input, result, op);
    const T before = warp_.from(result, warp_.lane - 1);
    exclusive = warp_.lane == 0 ? initial : op(initial, before);
    inclusive = op(initial, result);
  }
  __device__ T Broadcast(T input, unsigned int source) { return warp_.from(input, static_cast<int>(source)); }

 private:
  detail::LogicalWarp<LOGICAL_WARP_THREADS> warp_;
};

}  // namespace cub
