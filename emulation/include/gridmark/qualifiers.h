#pragma once
// CUDA's declaration qualifiers, as plain C++ for the host's compiler.
#ifdef GRIDMARK_SYNTAX_PASS
#include "gridmark/syntax_pass/qualifiers.h"
#else
#define __GRIDMARK__ 1
#define CUDART_VERSION 12040

#define __host__
#define __device__
#define __global__
#define __constant__
#define __managed__
#define __grid_constant__
#define __restrict__ __restrict
// One copy per operating-system thread, because a block runs whole on one. "used": other device threads write
// it behind the compiler's back, so no store may be dropped and no load hoisted over a barrier.
#define __shared__ thread_local __attribute__((used))

#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define __forceinline__ inline __attribute__((always_inline))
#define __inline_hint__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
// What the rewriter makes of alignas between a declaration's words.
#define _AL(n) __attribute__((aligned(n)))
// What the rewriter makes of __constant__ and __device__ where a variable is seen in one file only. `used`,
// or g++ would take one that nobody writes for zero, and a kernel's loads of it away.
#define _QC static __attribute__((used))
#define _QU static __attribute__((used))
#define CUDART_CB

// A device function that must vanish into its caller, so that program counters name the student's line.
#define GRIDMARK_INTRINSIC static inline __attribute__((always_inline, unused))
// Declares an API function whose caller's program counter is wanted: the wrapper vanishes as well.
#define GRIDMARK_API_WRAPPER inline __attribute__((always_inline))
#endif
