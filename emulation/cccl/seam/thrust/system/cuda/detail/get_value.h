#pragma once
// Reads one element of device memory, as in `x = vector[i]`, by a copy of its bytes to the host.
#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/system/cuda/detail/on_host_thread.h>

#include <type_traits>

GRIDMARK_THRUST_BEGIN
namespace element {

template <class T>
T read(std::true_type, cudaStream_t stream, const T* from) {
  alignas(T) unsigned char bytes[sizeof(T)];
  throw_on_error(cudaMemcpyAsync(bytes, from, sizeof(T), cudaMemcpyDeviceToHost, stream), "device reference");
  throw_on_error(cudaStreamSynchronize(stream), "device reference");
  return *reinterpret_cast<T*>(bytes);
}
template <class T>
T read(std::false_type, cudaStream_t stream, const T* from) {
  const ::gridmark::emulation::HostWork work(stream);
  return *from;
}

}  // namespace element

template <class Derived, class Pointer>
typename thrust::iterator_traits<Pointer>::value_type get_value(execution_policy<Derived>& policy,
                                                                Pointer from) {
  using Value = typename thrust::iterator_traits<Pointer>::value_type;
  const Value* raw = thrust::raw_pointer_cast(from);
  if (::gridmark::emulation::on_the_device()) return *raw;
  return element::read<Value>(std::is_trivially_copyable<Value>(), cuda_cub::stream(policy), raw);
}
GRIDMARK_THRUST_END
