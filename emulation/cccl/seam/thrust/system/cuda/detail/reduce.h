#pragma once
#include <thrust/detail/raw_reference_cast.h>
#include <thrust/distance.h>
#include <thrust/system/cuda/detail/on_host_thread.h>

#include "gridmark/reduce_in_order.h"

GRIDMARK_THRUST_BEGIN
template <class Derived, class Iterator, class T, class Op>
T reduce(execution_policy<Derived>& policy, Iterator first, Iterator last, T initial, Op op) {
  const ::gridmark::emulation::HostWork work(cuda_cub::stream(policy));
  const auto count = thrust::distance(first, last);
  if (count <= 0) return initial;
  const auto join = [&op](T a, T b) -> T { return op(a, b); };
  return op(initial, ::gridmark::emulation::reduce_in_order<T>(first, static_cast<size_t>(count), join));
}
GRIDMARK_THRUST_END
