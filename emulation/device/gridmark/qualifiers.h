#pragma once
// CUDA's declaration qualifiers, as plain C++ for the host's compiler.
#ifdef GRIDMARK_SYNTAX_PASS
#include "gridmark/syntax_pass/qualifiers.h"
#else
#include "gridmark/rewritten_words.h"

#define __GRIDMARK__ 1
#define CUDART_VERSION 12040

#define __restrict__ __restrict
#define __forceinline__ inline __attribute__((always_inline))
#define __inline_hint__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define CUDART_CB

// A device function that must be inlined into its caller, so that program counters belong to the student's
// line.
#define GRIDMARK_INTRINSIC static inline __attribute__((always_inline, unused))
// Declares an API function that needs its caller's program counter. The wrapper is inlined as well.
#define GRIDMARK_API_WRAPPER inline __attribute__((always_inline))
#endif
