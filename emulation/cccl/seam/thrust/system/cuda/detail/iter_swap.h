#pragma once
#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/system/cuda/detail/on_host_thread.h>

#include <utility>

GRIDMARK_THRUST_BEGIN
template <class Derived, class First, class Second>
void iter_swap(execution_policy<Derived>& policy, First first, Second second) {
  const ::gridmark::emulation::HostWork work(cuda_cub::stream(policy));
  using std::swap;
  swap(*thrust::raw_pointer_cast(first), *thrust::raw_pointer_cast(second));
}
GRIDMARK_THRUST_END
