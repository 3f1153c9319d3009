#pragma once
// Half precision: __half, __half2 and their functions.
#define __CUDA_FP16_H__
#define __CUDA_FP16_TYPES_EXIST__
#include "cuda_runtime.h"
#include "gridmark/saturation.h"
#include "gridmark/short_float.h"

#ifdef GRIDMARK_SYNTAX_PASS
#pragma clang force_cuda_host_device begin
#endif
#define GRIDMARK_REAL __half
#define GRIDMARK_PAIR __half2
#define GRIDMARK_RAW __half_raw
#define GRIDMARK_PAIR_RAW __half2_raw
#define GRIDMARK_OTHER __nv_bfloat16
#define GRIDMARK_FORMAT gridmark::emulation::HalfFormat
#define GRIDMARK_NAMED(before, after) before##half##after
#define GRIDMARK_MEMBER inline __attribute__((always_inline))
#ifndef __CUDA_NO_HALF_CONVERSIONS__
#define GRIDMARK_HAS_CONVERSIONS 1
#endif
#ifndef __CUDA_NO_HALF_OPERATORS__
#define GRIDMARK_HAS_OPERATORS 1
#endif
#ifndef __CUDA_NO_HALF2_OPERATORS__
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

GRIDMARK_INTRINSIC __half2 __half2half2(__half a) { return {a, a}; }

#ifdef GRIDMARK_SYNTAX_PASS
#pragma clang force_cuda_host_device end
#endif

#define CUDART_INF_FP16 __ushort_as_half(static_cast<unsigned short>(0x7c00))
#define CUDART_NAN_FP16 __ushort_as_half(static_cast<unsigned short>(0x7fff))
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(static_cast<unsigned short>(0x0001))
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(static_cast<unsigned short>(0x7bff))
#define CUDART_NEG_ZERO_FP16 __ushort_as_half(static_cast<unsigned short>(0x8000))
#define CUDART_ZERO_FP16 __ushort_as_half(static_cast<unsigned short>(0x0000))
#define CUDART_ONE_FP16 __ushort_as_half(static_cast<unsigned short>(0x3c00))

#ifndef CUDA_NO_HALF
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half __nv_half;
typedef __half2 nv_half2;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;
#endif
