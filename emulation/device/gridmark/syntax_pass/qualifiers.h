#pragma once
// CUDA's qualifiers for clang's CUDA parser, for the syntax pass. The pass compiles nothing, but sees on
// which side each function runs.
#define __GRIDMARK__ 1
#define CUDART_VERSION 12040

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __constant__ __attribute__((constant))
#define __shared__ __attribute__((shared))
#define __managed__ __attribute__((managed))
#define __grid_constant__
#define __restrict__ __restrict

#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define __forceinline__ inline __attribute__((always_inline))
#define __inline_hint__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define CUDART_CB

#define GRIDMARK_INTRINSIC static inline __attribute__((always_inline, unused))
#define GRIDMARK_API_WRAPPER inline __attribute__((always_inline))
