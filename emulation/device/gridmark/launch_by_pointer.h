#pragma once
// Launches by function call: cudaLaunchKernel and its relatives.
#include <tuple>
#include <utility>

#include "gridmark/kernel_registry.h"
#include "gridmark/launch_config.h"

/// `kernel`  the value of `(void*)kernel`
cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                             size_t dynamic_shared_bytes = 0, cudaStream_t stream = nullptr);

/// All blocks are resident at once and may wait for each other (grid.sync()).
///
/// errors  cudaErrorCooperativeLaunchTooLarge for more blocks than the device holds at once
cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                        size_t dynamic_shared_bytes = 0, cudaStream_t stream = nullptr);

/// errors  cudaErrorNotSupported for thread block clusters of more than one block
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* kernel, void** arguments);

template <class... Parameters>
cudaError_t cudaLaunchKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments,
                             size_t dynamic_shared_bytes = 0, cudaStream_t stream = nullptr) {
  return ::cudaLaunchKernel(static_cast<const void*>(gridmark::emulation::untyped_kernel("", kernel)), grid,
                            block, arguments, dynamic_shared_bytes, stream);
}

template <class... Parameters>
cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block,
                                        void** arguments, size_t dynamic_shared_bytes = 0,
                                        cudaStream_t stream = nullptr) {
  return ::cudaLaunchCooperativeKernel(
      static_cast<const void*>(gridmark::emulation::untyped_kernel("", kernel)), grid, block, arguments,
      dynamic_shared_bytes, stream);
}

namespace gridmark::emulation {
template <class Values, size_t... index>
cudaError_t launch_with_values(const cudaLaunchConfig_t* config, const void* kernel,
                               [[maybe_unused]] Values& values, std::index_sequence<index...>) {
  void* arguments[] = {const_cast<void*>(static_cast<const void*>(&std::get<index>(values)))..., nullptr};
  return ::cudaLaunchKernelExC(config, kernel, arguments);
}
}  // namespace gridmark::emulation

template <class... Parameters, class... Given>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(Parameters...),
                               Given&&... given) {
  static_assert(sizeof...(Given) == sizeof...(Parameters),
                "this launch does not have as many arguments as the kernel has parameters");
  std::tuple<std::remove_cv_t<Parameters>...> values{
      gridmark::emulation::to_parameter<std::remove_cv_t<Parameters>>(std::forward<Given>(given))...};
  return gridmark::emulation::launch_with_values(config, gridmark::emulation::untyped_kernel("", kernel),
                                                 values, std::index_sequence_for<Parameters...>{});
}

extern "C" cudaError_t cudaLaunchCooperativeKernelMultiDevice(...) __attribute__((
    error("cudaLaunchCooperativeKernelMultiDevice does not exist (CUDA 13 has removed it): launch on each "
          "device with cudaLaunchCooperativeKernel")));
