#pragma once
// Code that the rewriter produces for `kernel<<<grid, block, shared, stream>>>(arguments)`.
#include <string.h>

#include <tuple>
#include <type_traits>
#include <utility>

#include "gridmark/engine.h"
#include "gridmark/row_of_threads.h"
#include "gridmark/runtime_types.h"

/// `pointer` belongs to the calling thread. The pointers of other threads lie at the same offset in their
/// storage.
extern "C" void gridmark_register_dynamic_shared(void** pointer);

namespace gridmark::emulation {

struct LaunchShape {
  dim3 grid, block;
  size_t dynamic_shared_bytes = 0;
  cudaStream_t stream = nullptr;
  bool cooperative = false;  ///< its blocks may wait for each other
};

/// A kernel with its arguments, captured at the launch, waiting for its turn in a stream.
struct KernelCall {
  const char* kernel = "";         ///< as spelled at the launch; empty: `function`'s name
  const void* function = nullptr;  ///< the kernel's address, if the launch names one function
  LaunchShape shape;
  size_t bytes = 0;                           ///< of the whole object: the arguments follow
  void (*run_threads)(void* call) = nullptr;  ///< gets `this`
  void (*destroy)(KernelCall*) = nullptr;
  /// Bit mask of null pointers among the first 64 arguments, the first argument in the lowest bit.
  unsigned long long (*null_arguments)(const KernelCall*) = nullptr;
  /// Calls `visit` with each argument that is a pointer to data and its place, from 1 on, and stores the
  /// result.
  void (*visit_pointers)(KernelCall*, const void* (*visit)(const void* pointer, unsigned place)) = nullptr;
};

/// False if the device cannot run the shape. Sets CUDA's error for it. `function` can be null.
bool launch_shape_is_valid(const LaunchShape& shape, const void* function);

/// Takes ownership of `call`. It runs when the program waits for it, or earlier.
void enqueue(KernelCall* call);

template <class T>
bool is_null_pointer([[maybe_unused]] const T& argument) {
  if constexpr (std::is_pointer_v<T>)
    return !argument;
  else
    return false;
}

template <class T>
void visit_pointer([[maybe_unused]] T& argument, [[maybe_unused]] const void* (*visit)(const void*, unsigned),
                   [[maybe_unused]] unsigned place) {
  if constexpr (std::is_pointer_v<T>)
    if constexpr (!std::is_function_v<std::remove_pointer_t<T>>)
      argument = static_cast<T>(const_cast<void*>(
          visit(const_cast<const void*>(static_cast<const volatile void*>(argument)), place)));
}

template <class Kernel, class... Arguments>
struct BoundKernelCall : KernelCall {
  static_assert(
      (std::is_move_constructible<Arguments>::value && ...),
      "a kernel template that deduces a parameter's type gets copies of its arguments, and one of these "
      "cannot be copied: write the conversion, as in (float*)buffer, or name the template's arguments");
  Kernel invoke;
  std::tuple<Arguments...> arguments;

  template <class... Given>
  explicit BoundKernelCall(const Kernel& invoke_, Given&&... given)
      : invoke(invoke_), arguments(std::forward<Given>(given)...) {
    bytes = sizeof *this;
    run_threads = &emulation::run_threads<BoundKernelCall>;
    destroy = [](KernelCall* call) { delete static_cast<BoundKernelCall*>(call); };
    visit_pointers = visit_each;
    null_arguments = [](const KernelCall* call) {
      return std::apply(
          [](const auto&... argument) {
            unsigned long long bits = 0, bit = 1;
            ((bits |= is_null_pointer(argument) ? bit : 0, bit <<= 1), ...);
            return bits;
          },
          static_cast<const BoundKernelCall*>(call)->arguments);
    };
  }
  static void visit_each(KernelCall* call, const void* (*visit)(const void*, unsigned)) {
    std::apply(
        [visit](auto&... argument) {
          unsigned place = 0;
          (visit_pointer(argument, visit, ++place), ...);
        },
        static_cast<BoundKernelCall*>(call)->arguments);
  }
  void operator()() {
    std::apply([this](auto&... argument) { invoke(argument...); }, arguments);
  }
};

// Arguments become the kernel's parameter types at the launch, as in CUDA: a buffer class that converts to a
// pointer is read then, and may be gone when the kernel runs. If a template's parameters are deduced from the
// arguments, copies of the arguments are kept instead.

/// A kernel's parameters and its address, where its name stands for one function.
template <class... Parameters>
struct Signature {
  const void* function;
};
template <class Tag, class... Parameters>
Signature<std::remove_cv_t<Parameters>...> signature_of(Tag, void (*kernel)(Parameters...)) {
  return {reinterpret_cast<const void*>(kernel)};
}

/// Makes a literal 0 or NULL a null pointer constant again, which it stops being when it is passed on.
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

template <class Parameter, class Given>
Parameter to_parameter(Given&& given) {
  using Value = std::decay_t<Given>;
  if constexpr (std::is_integral_v<Value> && std::is_pointer_v<Parameter>) {
    return IntegerOrNull<Value>{given};
  } else {
    static_assert(std::is_convertible_v<Given, Parameter>,
                  "an argument of this launch does not convert to the kernel's parameter");
    return std::forward<Given>(given);
  }
}

inline void submit(KernelCall* call, const char* kernel, const void* function, const LaunchShape& shape) {
  call->kernel = kernel;
  call->function = function;
  call->shape = shape;
  enqueue(call);
}

// CUDA copies a parameter's bytes to each device thread. An object with a destructor that frees memory is
// destroyed once, on the host, at the end of the launch's statement, and not at the end of every thread. A
// g++ kernel receives the address of such a parameter, and its caller destroys it (Itanium C++ ABI, 3.1.2.3).
// So the caller here passes the address of a copy of the bytes.

template <class T>
constexpr bool is_destroyed_by_caller = !std::is_trivially_destructible_v<T>;

template <class T>
struct BytesOf {
  alignas(T) unsigned char bytes[sizeof(T)];
  explicit BytesOf(const T& value) { memcpy(bytes, static_cast<const void*>(&value), sizeof(T)); }
  operator T&() { return *reinterpret_cast<T*>(bytes); }
};
/// The form in which a launch keeps an argument. Each device thread gets a copy of it.
template <class T>
using Kept = std::conditional_t<is_destroyed_by_caller<T>, BytesOf<T>, T>;

/// Calls a kernel some of whose parameters have destructors.
template <class... Parameters>
struct CallWithBytes {
  void (*kernel)(std::conditional_t<is_destroyed_by_caller<Parameters>, Parameters&, Parameters>...);

  explicit CallWithBytes(const void* function)
      : kernel(reinterpret_cast<decltype(kernel)>(const_cast<void*>(function))) {}
  void operator()(Kept<Parameters>&... kept) const { kernel(Kept<Parameters>(kept)...); }
};

/// `Known` is a Signature, or void.
template <class Kernel, class Known>
struct Launcher;

template <class Kernel, class... Parameters>
struct Launcher<Kernel, Signature<Parameters...>> {
  Kernel invoke;
  const char* kernel;
  const void* function;
  LaunchShape shape;

  template <class... Given>
  void operator()(Given&&... given) const {
    static_assert(sizeof...(Given) <= sizeof...(Parameters),
                  "this launch has too many arguments for the kernel");
    bind(std::index_sequence_for<Given...>{}, std::forward<Given>(given)...);
  }

 private:
  template <size_t... index, class... Given>
  void bind(std::index_sequence<index...>, Given&&... given) const {
    using All = std::tuple<Parameters...>;
    static_assert(std::is_invocable_v<const Kernel&, std::tuple_element_t<index, All>&...>,
                  "this launch has too few arguments for the kernel");
    if (!launch_shape_is_valid(shape, function)) return;
    if constexpr ((is_destroyed_by_caller<Parameters> || ...) && sizeof...(Given) == sizeof...(Parameters))
      submit(new BoundKernelCall<CallWithBytes<Parameters...>, Kept<Parameters>...>(
                 CallWithBytes<Parameters...>(function),
                 to_parameter<Parameters>(std::forward<Given>(given))...),
             kernel, function, shape);
    else
      submit(new BoundKernelCall<Kernel, std::tuple_element_t<index, All>...>(
                 invoke, to_parameter<std::tuple_element_t<index, All>>(std::forward<Given>(given))...),
             kernel, function, shape);
  }
};

template <class Kernel>
struct Launcher<Kernel, void> {
  Kernel invoke;
  const char* kernel;
  const void* function;
  LaunchShape shape;

  template <class... Given>
  void operator()(Given&&... given) const {
    // Nulls are checked only if the arguments do not fit unchanged. Otherwise a kernel named like std::apply
    // would select std::apply and not compile.
    using Fits = std::is_invocable<const Kernel&, std::decay_t<Given>&...>;
    using FitsWithNull = std::is_invocable<const Kernel&, NullFriendly<std::decay_t<Given>>&...>;
    static_assert(std::disjunction_v<Fits, FitsWithNull>,
                  "the arguments of this launch do not match the kernel's parameters");
    if (!launch_shape_is_valid(shape, function)) return;
    if constexpr (Fits::value)
      submit(new BoundKernelCall<Kernel, std::decay_t<Given>...>(invoke, std::forward<Given>(given)...),
             kernel, function, shape);
    else if constexpr (FitsWithNull::value)
      submit(new BoundKernelCall<Kernel, NullFriendly<std::decay_t<Given>>...>(
                 invoke, NullFriendly<std::decay_t<Given>>{given}...),
             kernel, function, shape);
  }
};

template <class FindSignature, class = void>
struct KnownSignature {
  using type = void;
  static const void* function(const FindSignature&) { return nullptr; }
};
template <class FindSignature>
struct KnownSignature<FindSignature, std::enable_if_t<std::is_invocable_v<FindSignature, int>>> {
  using type = std::invoke_result_t<FindSignature, int>;
  static const void* function(const FindSignature& find) { return find(0).function; }
};

template <class Kernel, class FindSignature>
struct NamedKernel {
  using Known = KnownSignature<FindSignature>;
  using Launch = Launcher<Kernel, typename Known::type>;
  Kernel invoke;
  FindSignature find_signature;
  const char* name;
  Launch operator()(dim3 grid, dim3 block, size_t dynamic_shared_bytes = 0,
                    cudaStream_t stream = nullptr) const {
    return {invoke, name, Known::function(find_signature), {grid, block, dynamic_shared_bytes, stream}};
  }
};
template <class Kernel, class FindSignature>
NamedKernel<Kernel, FindSignature> named_kernel(Kernel invoke, FindSignature find_signature,
                                                const char* name) {
  return {invoke, find_signature, name};
}

template <class T>
T* dynamic_shared() {
  return reinterpret_cast<T*>(turn.dynamic_shared);
}

/// `extern __shared__ T x[];` at namespace scope is a pointer per operating-system thread. This registers its
/// location, and the engine points it to a launch's dynamic shared memory.
struct DynamicSharedPointer {
  template <class T>
  explicit DynamicSharedPointer(T** pointer) {
    gridmark_register_dynamic_shared(reinterpret_cast<void**>(pointer));
  }
};

}  // namespace gridmark::emulation
