#pragma once
// Eight-bit floating point: storage types of kind e4m3 (no infinity, up to 448) and e5m2 (up to 57344).
#define __CUDA_FP8_TYPES_EXIST__
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#ifdef GRIDMARK_SYNTAX_PASS
#pragma clang force_cuda_host_device begin
#endif

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
/// Result for a number that is too large: NaN or infinity, or the largest number of its sign.
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

GRIDMARK_INTRINSIC __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturate,
                                                            __nv_fp8_interpretation_t kind) {
  using namespace gridmark::emulation;
  const uint32_t bits = bits_of_float(x), magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return 0x7f;
  const uint32_t infinity = kind == __NV_E4M3 ? 0x7f : 0x7c;
  uint32_t result = infinity;
  if (magnitude != 0x7f800000u)
    result = kind == __NV_E4M3 ? rounded_magnitude<4, 3, Rounding::nearest, 0x7f>(magnitude, false)
                               : rounded_magnitude<5, 2, Rounding::nearest>(magnitude, false);
  if (result >= infinity && saturate == __NV_SATFINITE) result = infinity - 1;
  return static_cast<__nv_fp8_storage_t>(result | bits >> 24 & 0x80u);
}
GRIDMARK_INTRINSIC __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturate,
                                                             __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8(gridmark::emulation::odd_float(x), saturate, kind);
}
GRIDMARK_INTRINSIC __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t saturate,
                                                              __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8(gridmark::emulation::widened(__half(x)), saturate, kind);
}
GRIDMARK_INTRINSIC __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x,
                                                                  __nv_saturation_t saturate,
                                                                  __nv_fp8_interpretation_t kind) {
  return __nv_cvt_float_to_fp8(gridmark::emulation::widened(__nv_bfloat16(x)), saturate, kind);
}
/// Exact, because half has every number of both kinds. NaN becomes 0x7fff.
GRIDMARK_INTRINSIC __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t kind) {
  const unsigned magnitude = x & 0x7fu, sign = (x & 0x80u) << 8;
  if (kind == __NV_E5M2)
    return __half_raw{static_cast<unsigned short>(magnitude > 0x7c ? 0x7fff : sign | magnitude << 8)};
  if (magnitude == 0x7f) return __half_raw{0x7fff};
  // As a half, the same bits are the number divided by 2^8.
  const __half scaled = __half_raw{static_cast<unsigned short>(magnitude << 7)};
  const __half value = gridmark::emulation::narrowed_half(gridmark::emulation::widened(scaled) * 256.0f);
  return __half_raw{static_cast<unsigned short>(static_cast<__half_raw>(value).x | sign)};
}

// Pairs: the first number lies in the lower byte.
#define GRIDMARK_FP8_PAIR(name, Pair, single, first, second)                                                \
  GRIDMARK_INTRINSIC __nv_fp8x2_storage_t name(Pair x, __nv_saturation_t saturate,                          \
                                               __nv_fp8_interpretation_t kind) {                            \
    return static_cast<__nv_fp8x2_storage_t>(single(first, saturate, kind) | single(second, saturate, kind) \
                                                                                 << 8);                     \
  }
GRIDMARK_FP8_PAIR(__nv_cvt_float2_to_fp8x2, float2, __nv_cvt_float_to_fp8, x.x, x.y)
GRIDMARK_FP8_PAIR(__nv_cvt_double2_to_fp8x2, double2, __nv_cvt_double_to_fp8, x.x, x.y)
GRIDMARK_FP8_PAIR(__nv_cvt_halfraw2_to_fp8x2, __half2_raw, __nv_cvt_halfraw_to_fp8, __half_raw{x.x},
                  __half_raw{x.y})
GRIDMARK_FP8_PAIR(__nv_cvt_bfloat16raw2_to_fp8x2, __nv_bfloat162_raw, __nv_cvt_bfloat16raw_to_fp8,
                  __nv_bfloat16_raw{x.x}, __nv_bfloat16_raw{x.y})
#undef GRIDMARK_FP8_PAIR
GRIDMARK_INTRINSIC __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x,
                                                          __nv_fp8_interpretation_t kind) {
  return __half2_raw{__nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(x), kind).x,
                     __nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t>(x >> 8), kind).x};
}

#define GRIDMARK_FP8_FROM(T, Wide)                                                                          \
  explicit GRIDMARK_FP8_INLINE GRIDMARK_FP8_NAME(T value)                                                   \
      : __x(__nv_cvt_float_to_fp8(gridmark::emulation::odd_float(static_cast<Wide>(value)), __NV_SATFINITE, \
                                  GRIDMARK_FP8_KIND)) {}
#define GRIDMARK_FP8_INLINE inline __attribute__((always_inline))
#define GRIDMARK_FP8_TO(T)                                               \
  explicit GRIDMARK_FP8_INLINE operator T() const {                      \
    return gridmark::emulation::truncated<T>(static_cast<float>(*this)); \
  }
#define GRIDMARK_FP8_NAME __nv_fp8_e4m3
#define GRIDMARK_FP8_PAIR_NAME __nv_fp8x2_e4m3
#define GRIDMARK_FP8_FOUR_NAME __nv_fp8x4_e4m3
#define GRIDMARK_FP8_KIND __NV_E4M3
#include "gridmark/fp8_types.inc"
#undef GRIDMARK_FP8_NAME
#undef GRIDMARK_FP8_PAIR_NAME
#undef GRIDMARK_FP8_FOUR_NAME
#undef GRIDMARK_FP8_KIND
#define GRIDMARK_FP8_NAME __nv_fp8_e5m2
#define GRIDMARK_FP8_PAIR_NAME __nv_fp8x2_e5m2
#define GRIDMARK_FP8_FOUR_NAME __nv_fp8x4_e5m2
#define GRIDMARK_FP8_KIND __NV_E5M2
#include "gridmark/fp8_types.inc"
#undef GRIDMARK_FP8_NAME
#undef GRIDMARK_FP8_PAIR_NAME
#undef GRIDMARK_FP8_FOUR_NAME
#undef GRIDMARK_FP8_KIND
#undef GRIDMARK_FP8_FROM
#undef GRIDMARK_FP8_TO
#undef GRIDMARK_FP8_INLINE
#ifdef GRIDMARK_SYNTAX_PASS
#pragma clang force_cuda_host_device end
#endif
