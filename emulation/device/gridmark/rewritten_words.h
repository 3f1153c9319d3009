#pragma once
// Words that the compiler finds in a rewritten text, apart from plain C++: CUDA's qualifiers, and the words
// that the rewriter inserts.
//
// g++ preprocesses without expanding macros, so it passes these definitions on with the text. clang expands
// them, so for clang this file is skipped during preprocessing (every qualifier then stands for itself) and
// is put in front of the rewritten text. It includes nothing, and uses only names that cuda_runtime.h
// declares.
//
// The rewriter must not move a column, so a word has no more characters than the text that it replaces. Words
// with less room than GRIDMARK_ begin with _G, because C++ reserves such names.
//
//   word               room  in place of                        meaning
//   _G                 2     k of k<<<...>>>(...)               the kernel, with its name and types
//   _GFN               4     (void*)kernel                      a kernel's address, with its type
//   _GVP, _GCONST_VP   4,10  (void*)x, (const void*)x           the same, where x may be a kernel's address
//   _GALIGN            7     alignas                            an attribute, allowed between specifiers
//   _GNEXT             6     return in a row of threads         goes on with the next thread
//   _GROW, _GEND             { and } of a row of threads        its loop
//   _G_ROWS            10    __global__ of a row of threads     how to compile it
//   _G_CONSTANT        12    __constant__                       a variable of one file
//   _G_DEVICE          10    __device__, __managed__            a variable of one file
//   _G_NOINLINE        12    __noinline__                       the rewriter defines it where it is used
//   _G_IF_TARGET, ...        NV_IF_TARGET, ...                  all are in target.h
//   GRIDMARK_ARRAY     18    extern __shared__ in a function    dynamic shared memory as an array
//   GRIDMARK_POINTER   18    the same next to [=], in a macro   as a pointer, which lambdas can copy
//   GRIDMARK_IN_FILE   18    the same in a namespace            as a pointer that each launch sets
//   GRIDMARK_STEP            v[i] = ... of a volatile v         all lanes store in step
//   GRIDMARK_STEP_BY         v[i] += ... of a volatile v        the same
//   GRIDMARK_ON_DEVICE       #if __CUDA_ARCH__ in a function    chooses a body when it runs
#ifdef GRIDMARK_EXPANDED_LATER
#define __host__ __host__
#define __device__ __device__
#define __global__ __global__
#define __constant__ __constant__
#define __managed__ __managed__
#define __grid_constant__ __grid_constant__
#define __shared__ __shared__
#define __launch_bounds__(...) __launch_bounds__(__VA_ARGS__)
#define __maxnreg__(...) __maxnreg__(__VA_ARGS__)
#define __cluster_dims__(...) __cluster_dims__(__VA_ARGS__)
#else
#define __host__
#define __device__
#define __global__
#define __constant__
#define __managed__
#define __grid_constant__
// One copy per operating-system thread, because one such thread runs the whole block. "used": other device
// threads write it without the compiler's knowledge, so it must not drop a store or hoist a load over a
// barrier.
#define __shared__ thread_local __attribute__((used))

#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __cluster_dims__(...)

// Every comma is in parentheses, so that a launch can be an argument of a macro.
#define _G(...)                                                                                              \
  ::gridmark::emulation::named_kernel(                                                                       \
      [=](auto&... gridmark_) -> decltype(__VA_ARGS__(gridmark_...), void()) { __VA_ARGS__(gridmark_...); }, \
      [=](auto gridmark_) -> decltype(::gridmark::emulation::signature_of(gridmark_, __VA_ARGS__)) {         \
        return ::gridmark::emulation::signature_of(gridmark_, __VA_ARGS__);                                  \
      },                                                                                                     \
      #__VA_ARGS__)
#define GRIDMARK_ON_DEVICE (::gridmark::emulation::turn.in_kernel != 0)
#define GRIDMARK_ARRAY(T, x) T(&x)[] = *reinterpret_cast<T(*)[]>(::gridmark::emulation::turn.dynamic_shared)
#define GRIDMARK_POINTER(T, x) T* x = ::gridmark::emulation::dynamic_shared<T>()
#define GRIDMARK_IN_FILE(T, x)                                             \
  static __thread T* x __attribute__((unused, tls_model("initial-exec"))); \
  static const ::gridmark::emulation::DynamicSharedPointer gridmark_##x __attribute__((unused)) { &x }
// Stores to volatile memory by lanes that the program assumes to run in step. All lanes meet here before one
// of them reads, each has its value before one of them stores, and all have stored before one of them
// continues.
#define GRIDMARK_MEET static_cast<void>(::gridmark::emulation::active_mask(__COUNTER__))
#define GRIDMARK_STEP(x, ...)                  \
  do {                                         \
    GRIDMARK_MEET;                             \
    const auto gridmark_value = (__VA_ARGS__); \
    GRIDMARK_MEET;                             \
    x = gridmark_value;                        \
    GRIDMARK_MEET;                             \
  } while (false)
#define GRIDMARK_STEP_BY(x, operation, ...) GRIDMARK_STEP(x, x operation(__VA_ARGS__))
#define _GFN(...) ::gridmark::emulation::untyped_kernel(#__VA_ARGS__, __VA_ARGS__)
#define _GVP(...) ::gridmark::emulation::untyped_kernel("", __VA_ARGS__)
#define _GCONST_VP(...) static_cast<const void*>(_GVP(__VA_ARGS__))
// A kernel with a loop over its threads inside (row_of_threads.h).
#if defined(__OPTIMIZE__) && !defined(GRIDMARK_COUNTED) && !defined(__clang__)
// Stores stay in the loop. Moved out, they would lose their source lines.
#define _G_ROWS \
  __attribute__((optimize("split-loops", "unswitch-loops", "vect-cost-model=dynamic", "no-move-loop-stores")))
#define _GROW                                                              \
  ::gridmark::emulation::RowOfThreads gridmark_row;                        \
  do {                                                                     \
    const uint3 threadIdx __attribute__((unused)) = gridmark_row.thread(); \
    const uint3 blockIdx __attribute__((unused)) = gridmark_row.block;     \
    const dim3 blockDim __attribute__((unused)) = gridmark_row.block_size; \
    const dim3 gridDim __attribute__((unused)) = gridmark_row.grid_size;   \
    {
#define _GEND                 \
  }                           \
  }                           \
  while (gridmark_row.next()) \
    ;
#define _GNEXT continue
#else
#define _G_ROWS
#define _GROW
#define _GEND
#define _GNEXT return
#endif
#define _GALIGN(n) __attribute__((aligned(n)))
// __constant__ and __device__ if only one file can see the variable. Without `used`, the compiler would treat
// a variable without a store as zero and remove a kernel's loads of it.
#define _G_CONSTANT static __attribute__((used))
#define _G_DEVICE static __attribute__((used))
#endif
