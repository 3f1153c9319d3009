#pragma once
// bfloat16: __nv_bfloat16, __nv_bfloat162 and their functions.
#define __CUDA_BF16_H__
#define __CUDA_BF16_TYPES_EXIST__
#include "cuda_fp16.h"

#ifdef GRIDMARK_SYNTAX_PASS
#pragma clang force_cuda_host_device begin
#endif
#define GRIDMARK_REAL __nv_bfloat16
#define GRIDMARK_PAIR __nv_bfloat162
#define GRIDMARK_RAW __nv_bfloat16_raw
#define GRIDMARK_PAIR_RAW __nv_bfloat162_raw
#define GRIDMARK_OTHER __half
#define GRIDMARK_FORMAT gridmark::emulation::Bfloat16Format
#define GRIDMARK_NAMED(before, after) before##bfloat16##after
#define GRIDMARK_MEMBER inline __attribute__((always_inline))
#ifndef __CUDA_NO_BFLOAT16_CONVERSIONS__
#define GRIDMARK_HAS_CONVERSIONS 1
#endif
#ifndef __CUDA_NO_BFLOAT16_OPERATORS__
#define GRIDMARK_HAS_OPERATORS 1
#endif
#ifndef __CUDA_NO_BFLOAT162_OPERATORS__
#define GRIDMARK_HAS_PAIR_OPERATORS 1
#endif
// The order matters: each file needs the one before.
// clang-format off
#include "gridmark/short_float_type.inc"
#include "gridmark/short_float_conversions.inc"
#include "gridmark/short_float_arithmetic.inc"
#include "gridmark/short_float_comparison.inc"
#include "gridmark/short_float_end.inc"
// clang-format on

GRIDMARK_INTRINSIC __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return {a, a}; }

#ifndef __CUDA_NO_HALF_CONVERSIONS__
inline __half::__half(__nv_bfloat16 value) : __half(gridmark::emulation::widened(value)) {}
#endif
#ifndef __CUDA_NO_BFLOAT16_CONVERSIONS__
inline __nv_bfloat16::__nv_bfloat16(__half value) : __nv_bfloat16(gridmark::emulation::widened(value)) {}
#endif

#ifdef GRIDMARK_SYNTAX_PASS
#pragma clang force_cuda_host_device end
#endif

#define CUDART_INF_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7f80))
#define CUDART_NAN_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7fff))
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x0001))
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7f7f))
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x8000))
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x0000))
#define CUDART_ONE_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x3f80))

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
