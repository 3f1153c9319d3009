#pragma once
// What the rewriter turns `kernel<<<grid, block, shared, stream>>>(arguments)` into.
#include <tuple>
#include <type_traits>
#include <utility>

#include "gridmark/engine.h"
#include "gridmark/runtime_types.h"

namespace gridmark::emulation {

struct LaunchShape {
  dim3 grid, block;
  size_t dynamic_shared_bytes = 0;
  cudaStream_t stream = nullptr;
};

/// A kernel with its arguments, captured at the launch, waiting for its turn in a stream.
struct KernelCall {
  const char* kernel = "";
  LaunchShape shape;
  void (*run_threads)(void* call) = nullptr;  ///< gets `this`
  void (*destroy)(KernelCall*) = nullptr;
};

/// False, with the error set that CUDA gives, when the shape is not one that the device can run.
bool launch_shape_is_valid(const LaunchShape& shape);

/// Takes ownership of `call`. It runs at the latest when somebody waits for it.
void enqueue(KernelCall* call);

template <class Kernel, class... Arguments>
struct BoundKernelCall : KernelCall {
  Kernel invoke;
  std::tuple<Arguments...> arguments;

  template <class... Given>
  explicit BoundKernelCall(const Kernel& invoke_, Given&&... given)
      : invoke(invoke_), arguments(std::forward<Given>(given)...) {
    run_threads = &emulation::run_threads<BoundKernelCall>;
    destroy = [](KernelCall* call) { delete static_cast<BoundKernelCall*>(call); };
  }
  void operator()() {
    std::apply([this](auto&... argument) { invoke(argument...); }, arguments);
  }
};

/// A literal 0 or NULL stops being a null pointer constant once it is passed on; this makes it one again.
template <class T>
struct IntegerOrNull {
  T value;
  operator T() const { return value; }
  template <class Pointee>
  operator Pointee*() const {
    return reinterpret_cast<Pointee*>(static_cast<uintptr_t>(value));
  }
};
template <class T>
using NullFriendly = std::conditional_t<std::is_integral_v<T>, IntegerOrNull<T>, T>;

template <class Kernel>
struct Launcher {
  Kernel invoke;
  const char* kernel;
  LaunchShape shape;

  template <class... Given>
  void operator()(Given&&... given) const {
    constexpr bool fits = std::is_invocable_v<const Kernel&, std::decay_t<Given>&...>;
    constexpr bool fits_with_null = std::is_invocable_v<const Kernel&, NullFriendly<std::decay_t<Given>>&...>;
    static_assert(fits || fits_with_null, "the arguments of this launch do not match the kernel's parameters");
    if (!launch_shape_is_valid(shape)) return;
    if constexpr (fits)
      submit(new BoundKernelCall<Kernel, std::decay_t<Given>...>(invoke, std::forward<Given>(given)...));
    else if constexpr (fits_with_null)
      submit(new BoundKernelCall<Kernel, NullFriendly<std::decay_t<Given>>...>(
          invoke, NullFriendly<std::decay_t<Given>>{given}...));
  }

 private:
  void submit(KernelCall* call) const {
    call->kernel = kernel;
    call->shape = shape;
    enqueue(call);
  }
};

template <class Kernel>
struct NamedKernel {
  Kernel invoke;
  const char* name;
  Launcher<Kernel> operator()(dim3 grid, dim3 block, size_t dynamic_shared_bytes = 0,
                              cudaStream_t stream = nullptr) const {
    return {invoke, name, {grid, block, dynamic_shared_bytes, stream}};
  }
};
template <class Kernel>
NamedKernel(Kernel, const char*) -> NamedKernel<Kernel>;

template <class T>
T* dynamic_shared() {
  return reinterpret_cast<T*>(turn.dynamic_shared);
}

/// `extern __shared__ T x[];` at namespace scope.
template <class T>
struct DynamicShared {
  operator T*() const { return dynamic_shared<T>(); }
};

}  // namespace gridmark::emulation

// Short, because the rewriter must not move a column: _Q(K) takes the place of K<<<, and so on.
#define _Q(...)                                                                                          \
  ::gridmark::emulation::NamedKernel {                                                                   \
    [=](auto&... gridmark_) -> decltype(__VA_ARGS__(gridmark_...), void()) { __VA_ARGS__(gridmark_...); }, \
        #__VA_ARGS__                                                                                     \
  }
#define _QS(T, x) T* x = ::gridmark::emulation::dynamic_shared<T>()
#define _QN(T, x) static ::gridmark::emulation::DynamicShared<T> x
