#pragma once
// Copies within device memory, and to and from the host. Ranges of plain bytes use cudaMemcpyAsync, and are
// counted like its copies.
#include <thrust/advance.h>
#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/distance.h>
#include <thrust/system/cpp/detail/execution_policy.h>
#include <thrust/system/cuda/detail/cross_system.h>
#include <thrust/system/cuda/detail/on_host_thread.h>
#include <thrust/system/detail/sequential/copy.h>
#include <thrust/type_traits/is_trivially_relocatable.h>

#include <type_traits>

GRIDMARK_THRUST_BEGIN
namespace copying {

template <class From, class To>
using of_bytes =
    std::integral_constant<bool, thrust::is_indirectly_trivially_relocatable_to<From, To>::value>;

template <class From, class Size, class To>
To copy(std::true_type, cudaMemcpyKind kind, cudaStream_t stream, From first, Size count, To result) {
  using Value = typename thrust::iterator_traits<From>::value_type;
  if (count <= 0) return result;
  const cudaError_t error = cudaMemcpyAsync((void*)thrust::raw_pointer_cast(&*result),
                                            (const void*)thrust::raw_pointer_cast(&*first),
                                            static_cast<size_t>(count) * sizeof(Value), kind, stream);
  throw_on_error(error, "thrust::copy");
  throw_on_error(cudaStreamSynchronize(stream), "thrust::copy");
  return result + count;
}
template <class From, class Size, class To>
To copy(std::false_type, cudaMemcpyKind, cudaStream_t stream, From first, Size count, To result) {
  const ::gridmark::emulation::HostWork work(stream);
  thrust::system::detail::sequential::tag sequential;
  return thrust::system::detail::sequential::copy_n(sequential, first, count, result);
}
template <class From, class Size, class To>
To copy(cudaMemcpyKind kind, cudaStream_t stream, From first, Size count, To result) {
  if (::gridmark::emulation::on_the_device())
    return copying::copy(std::false_type(), kind, stream, first, count, result);
  return copying::copy(of_bytes<From, To>(), kind, stream, first, count, result);
}

/// Path of elements from the first system's memory to the second's, and the stream.
struct Route {
  cudaMemcpyKind kind;
  cudaStream_t stream;
};
template <class From, class To>
Route route(thrust::cuda_cub::execution_policy<From>& from, thrust::cpp::execution_policy<To>&) {
  return {cudaMemcpyDeviceToHost, cuda_cub::stream(from)};
}
template <class From, class To>
Route route(thrust::cpp::execution_policy<From>&, thrust::cuda_cub::execution_policy<To>& to) {
  return {cudaMemcpyHostToDevice, cuda_cub::stream(to)};
}
template <class From, class To>
Route route(cross_system<From, To> systems) {
  return copying::route(thrust::detail::derived_cast(systems.sys1),
                        thrust::detail::derived_cast(systems.sys2));
}

}  // namespace copying

template <class System, class From, class To>
To copy(execution_policy<System>& system, From first, From last, To result) {
  return copying::copy(cudaMemcpyDeviceToDevice, cuda_cub::stream(system), first,
                       thrust::distance(first, last), result);
}
template <class System, class From, class Size, class To>
To copy_n(execution_policy<System>& system, From first, Size count, To result) {
  return copying::copy(cudaMemcpyDeviceToDevice, cuda_cub::stream(system), first, count, result);
}
template <class System1, class System2, class From, class To>
To copy(cross_system<System1, System2> systems, From first, From last, To result) {
  const copying::Route route = copying::route(systems);
  return copying::copy(route.kind, route.stream, first, thrust::distance(first, last), result);
}
template <class System1, class System2, class From, class Size, class To>
To copy_n(cross_system<System1, System2> systems, From first, Size count, To result) {
  const copying::Route route = copying::route(systems);
  return copying::copy(route.kind, route.stream, first, count, result);
}
GRIDMARK_THRUST_END
