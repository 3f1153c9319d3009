#pragma once
// cudaLaunchKernel: the kernel's type says what the array of argument pointers holds.
#include <utility>

#include "gridmark/launch.h"
#include "gridmark/runtime_api.h"

namespace gridmark::emulation {

template <class... Parameters, size_t... index>
void launch_by_pointer(void (*kernel)(Parameters...), const LaunchShape& shape,
                       [[maybe_unused]] void** arguments, std::index_sequence<index...>) {
  const auto invoke = [kernel](auto&... argument) { kernel(argument...); };
  Launcher<decltype(invoke), Signature<std::remove_cv_t<Parameters>...>>{
      invoke, "cudaLaunchKernel", shape}(*static_cast<std::remove_cv_t<Parameters>*>(arguments[index])...);
}

}  // namespace gridmark::emulation

template <class... Parameters>
cudaError_t cudaLaunchKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments,
                             size_t dynamic_shared_bytes = 0, cudaStream_t stream = nullptr) {
  const gridmark::emulation::LaunchShape shape{grid, block, dynamic_shared_bytes, stream};
  gridmark::emulation::launch_by_pointer(kernel, shape, arguments, std::index_sequence_for<Parameters...>{});
  return cudaPeekAtLastError();
}

template <class NotAKernel>
cudaError_t cudaLaunchKernel(NotAKernel* kernel, dim3, dim3, void**, size_t = 0, cudaStream_t = nullptr) {
  static_assert(
      sizeof(kernel) == 0,
      "the emulated device needs the kernel's type: pass the kernel itself, without a cast to void*");
  return cudaErrorInvalidDeviceFunction;
}
