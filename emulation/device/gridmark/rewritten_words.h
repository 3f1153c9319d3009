#pragma once
// The words that the compiler meets in a rewritten text, apart from plain C++: CUDA's qualifiers, and what
// the rewriter writes.
//
// g++ preprocesses without expanding macros, and so hands these definitions on with the text. clang expands,
// so there this file is passed over while it preprocesses (every qualifier then stands for itself) and comes
// in front of the rewritten text. It includes nothing, and names only what cuda_runtime.h declares.
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
// One copy per operating-system thread, because a block runs whole on one. "used": other device threads write
// it behind the compiler's back, so no store may be dropped and no load hoisted over a barrier.
#define __shared__ thread_local __attribute__((used))

#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __cluster_dims__(...)

// Short, because the rewriter must not move a column: _Q(K) takes the place of K<<<, and so on. Every comma
// stands in parentheses, so that a launch may be an argument of a macro.
#define _Q(...)                                                                                              \
  ::gridmark::emulation::named_kernel(                                                                       \
      [=](auto&... gridmark_) -> decltype(__VA_ARGS__(gridmark_...), void()) { __VA_ARGS__(gridmark_...); }, \
      [=](auto gridmark_) -> decltype(::gridmark::emulation::signature_of(gridmark_, __VA_ARGS__)) {         \
        return ::gridmark::emulation::signature_of(gridmark_, __VA_ARGS__);                                  \
      },                                                                                                     \
      #__VA_ARGS__)
// True in device code, for functions that have a body for each side.
#define _QD (::gridmark::emulation::turn.in_kernel != 0)
#define _QA(T, x) T(&x)[] = *reinterpret_cast<T(*)[]>(::gridmark::emulation::turn.dynamic_shared)
#define _QS(T, x) T* x = ::gridmark::emulation::dynamic_shared<T>()
#define _QN(T, x)                                                          \
  static __thread T* x __attribute__((unused, tls_model("initial-exec"))); \
  static const ::gridmark::emulation::DynamicSharedPointer gridmark_##x __attribute__((unused)) { &x }
// Stores to volatile memory by lanes that the program believes to run in step: all come here before one of
// them reads, each has its value before one of them stores, and all have stored before one of them goes on.
#define GRIDMARK_MEET static_cast<void>(::gridmark::emulation::active_mask(__COUNTER__))
#define _QX(x, ...)                            \
  do {                                         \
    GRIDMARK_MEET;                             \
    const auto gridmark_value = (__VA_ARGS__); \
    GRIDMARK_MEET;                             \
    x = gridmark_value;                        \
    GRIDMARK_MEET;                             \
  } while (false)
#define _QW(x, operation, ...) _QX(x, x operation(__VA_ARGS__))
#define _V(...) ::gridmark::emulation::untyped_kernel(#__VA_ARGS__, __VA_ARGS__)
// Of what may be a kernel under another name: its own name is looked up.
#define _VP(...) ::gridmark::emulation::untyped_kernel("", __VA_ARGS__)
#define _VC(...) static_cast<const void*>(_VP(__VA_ARGS__))
// A kernel whose threads run in a loop of its own (row_of_threads.h): its qualifier, its braces, and its
// returns.
#if defined(__OPTIMIZE__) && !defined(GRIDMARK_COUNTED) && !defined(__clang__)
// Stores stay in the loop, or they lost their lines.
#define _QG \
  __attribute__((optimize("split-loops", "unswitch-loops", "vect-cost-model=dynamic", "no-move-loop-stores")))
#define _QT                                                                \
  ::gridmark::emulation::RowOfThreads gridmark_row;                        \
  do {                                                                     \
    const uint3 threadIdx __attribute__((unused)) = gridmark_row.thread(); \
    const uint3 blockIdx __attribute__((unused)) = gridmark_row.block;     \
    const dim3 blockDim __attribute__((unused)) = gridmark_row.block_size; \
    const dim3 gridDim __attribute__((unused)) = gridmark_row.grid_size;   \
    {
#define _QE                   \
  }                           \
  }                           \
  while (gridmark_row.next()) \
    ;
#define _QR continue
#else
#define _QG
#define _QT
#define _QE
#define _QR return
#endif
// alignas between a declaration's words.
#define _AL(n) __attribute__((aligned(n)))
// __constant__ and __device__ where a variable is seen in one file only. `used`, or the compiler would take
// one that nobody writes for zero, and a kernel's loads of it away.
#define _QC static __attribute__((used))
#define _QU static __attribute__((used))
#endif
