#pragma once
// Writes one element of device memory, as in `vector[i] = x`, by a copy of its bytes.
#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/system/cuda/detail/copy.h>

GRIDMARK_THRUST_BEGIN
namespace element {

template <class To, class From>
void write(copying::Route route, To to, From from) {
  using Value = typename std::remove_cv<typename std::remove_pointer<To>::type>::type;
  using Given = typename std::remove_cv<typename std::remove_pointer<From>::type>::type;
  constexpr bool bytes = std::is_same<Value, Given>::value && std::is_trivially_copyable<Value>::value;
  copying::copy(std::integral_constant<bool, bytes>(), route.kind, route.stream, from, 1, to);
}

}  // namespace element

template <class Derived, class To, class From>
void assign_value(execution_policy<Derived>& policy, To to, From from) {
  if (::gridmark::emulation::on_the_device())
    *thrust::raw_pointer_cast(to) = *thrust::raw_pointer_cast(from);
  else
    element::write({cudaMemcpyDeviceToDevice, cuda_cub::stream(policy)}, thrust::raw_pointer_cast(to),
                   thrust::raw_pointer_cast(from));
}
/// The systems are those of `to` and `from`.
template <class System1, class System2, class To, class From>
void assign_value(cross_system<System1, System2>& systems, To to, From from) {
  if (::gridmark::emulation::on_the_device())
    *thrust::raw_pointer_cast(to) = *thrust::raw_pointer_cast(from);
  else
    element::write(copying::route(systems.rotate()), thrust::raw_pointer_cast(to),
                   thrust::raw_pointer_cast(from));
}
GRIDMARK_THRUST_END
