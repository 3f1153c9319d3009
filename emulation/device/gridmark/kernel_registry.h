#pragma once
// Kernels behind an untyped pointer: cudaLaunchKernel((void*)kernel, ...), nodes of graphs, the driver API.
//
// Theory of operation
// An array of argument pointers has no types, so a kernel's type must be noted where its pointer loses it.
// The rewriter turns `(void*)pointer` into `_GFN(pointer)`. It returns the same address as the cast. For a
// kernel it also registers a function that reads the arguments as the kernel's parameters.
#include <tuple>
#include <type_traits>
#include <utility>

#include "gridmark/launch.h"

namespace gridmark::emulation {

/// Makes the call of a kernel from the addresses of its arguments. The arguments are copied.
using BindArguments = KernelCall* (*)(const void* kernel, void** arguments);

/// Finds a kernel's arguments in a buffer that holds them one after the other, each aligned for its type.
/// `arguments` has room for most_arguments.
using FindPackedArguments = void (*)(char* buffer, void** arguments);
constexpr int most_arguments = 4096;  // one byte each: CUDA's limit for all of them

/// From now on `kernel` can be launched by its address. An empty name is looked up when it is needed.
void register_kernel(const void* kernel, const char* name, BindArguments bind, FindPackedArguments find);

/// False if `kernel` is not registered.
bool find_packed_arguments(const void* kernel, char* buffer, void** arguments);

/// A call of the kernel for enqueue(), or null if `kernel` is not registered.
KernelCall* bind_registered(const void* kernel, const LaunchShape& shape, void** arguments);

/// Launches a registered kernel.
///
/// errors  cudaErrorInvalidDeviceFunction for an unknown address, after a message on standard error; those of
///         the launch's shape
cudaError_t launch_registered(const void* kernel, const LaunchShape& shape, void** arguments);

template <class... Parameters, size_t... index>
KernelCall* bind_parameters(const void* address, [[maybe_unused]] void** arguments,
                            std::index_sequence<index...>) {
  const auto kernel = reinterpret_cast<void (*)(Parameters...)>(const_cast<void*>(address));
  const auto invoke = [kernel](auto&... argument) { kernel(argument...); };
  return new BoundKernelCall<std::decay_t<decltype(invoke)>, std::remove_cv_t<Parameters>...>(
      invoke, *static_cast<std::remove_cv_t<Parameters>*>(arguments[index])...);
}

template <class... Parameters>
void find_packed(char* buffer, void** arguments) {
  [[maybe_unused]] size_t at = 0;
  [[maybe_unused]] const auto place = [&](size_t size, size_t alignment) {
    at = (at + alignment - 1) / alignment * alignment;
    *arguments++ = buffer + at;
    at += size;
  };
  (place(sizeof(Parameters), alignof(Parameters)), ...);
}

/// Parameters of a host function that kernels do not have.
template <class Parameter>
constexpr bool can_be_copied = !std::is_reference_v<Parameter> && std::is_copy_constructible_v<Parameter>;

/// Value of `(void*)kernel`, which registers a kernel. Everything else is only cast.
template <class... Parameters>
void* untyped_kernel(const char* name, void (*kernel)(Parameters...)) {
  void* address = reinterpret_cast<void*>(kernel);
  if constexpr ((can_be_copied<Parameters> && ...))
    register_kernel(
        address, name,
        [](const void* known, void** arguments) {
          return bind_parameters<Parameters...>(known, arguments, std::index_sequence_for<Parameters...>{});
        },
        find_packed<Parameters...>);
  return address;
}
template <class Other>
__attribute__((always_inline, artificial)) inline constexpr void* untyped_kernel(const char*, Other other) {
  return (void*)other;
}

}  // namespace gridmark::emulation
