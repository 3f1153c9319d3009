// Included once for each of the two kinds, with the macros that cuda_fp8.h sets: one number, two, four.

struct GRIDMARK_FP8_NAME {
  __nv_fp8_storage_t __x;

  GRIDMARK_FP8_NAME() = default;
  explicit GRIDMARK_FP8_INLINE GRIDMARK_FP8_NAME(__half value)
      : __x(__nv_cvt_halfraw_to_fp8(value, __NV_SATFINITE, GRIDMARK_FP8_KIND)) {}
  explicit GRIDMARK_FP8_INLINE GRIDMARK_FP8_NAME(__nv_bfloat16 value)
      : __x(__nv_cvt_bfloat16raw_to_fp8(value, __NV_SATFINITE, GRIDMARK_FP8_KIND)) {}
  GRIDMARK_FP8_FROM(float, double)
  GRIDMARK_FP8_FROM(double, double)
  GRIDMARK_FP8_FROM(short, double)
  GRIDMARK_FP8_FROM(unsigned short, double)
  GRIDMARK_FP8_FROM(int, double)
  GRIDMARK_FP8_FROM(unsigned int, double)
  GRIDMARK_FP8_FROM(long, long long)
  GRIDMARK_FP8_FROM(unsigned long, unsigned long long)
  GRIDMARK_FP8_FROM(long long, long long)
  GRIDMARK_FP8_FROM(unsigned long long, unsigned long long)

  explicit GRIDMARK_FP8_INLINE operator __half() const {
    return __nv_cvt_fp8_to_halfraw(__x, GRIDMARK_FP8_KIND);
  }
  explicit GRIDMARK_FP8_INLINE operator float() const {
    return gridmark::emulation::widened(static_cast<__half>(*this));
  }
  explicit GRIDMARK_FP8_INLINE operator double() const { return static_cast<float>(*this); }
  explicit GRIDMARK_FP8_INLINE operator __nv_bfloat16() const {
    return gridmark::emulation::narrowed_bfloat16(static_cast<float>(*this));
  }
  GRIDMARK_FP8_TO(signed char)
  GRIDMARK_FP8_TO(unsigned char)
  GRIDMARK_FP8_TO(char)
  GRIDMARK_FP8_TO(short)
  GRIDMARK_FP8_TO(unsigned short)
  GRIDMARK_FP8_TO(int)
  GRIDMARK_FP8_TO(unsigned int)
  GRIDMARK_FP8_TO(long)
  GRIDMARK_FP8_TO(unsigned long)
  GRIDMARK_FP8_TO(long long)
  GRIDMARK_FP8_TO(unsigned long long)
  explicit GRIDMARK_FP8_INLINE operator bool() const { return (__x & 0x7f) != 0; }
};

struct __attribute__((aligned(2))) GRIDMARK_FP8_PAIR_NAME {
  __nv_fp8x2_storage_t __x;

  GRIDMARK_FP8_PAIR_NAME() = default;
  explicit GRIDMARK_FP8_INLINE GRIDMARK_FP8_PAIR_NAME(__half2 value)
      : __x(__nv_cvt_halfraw2_to_fp8x2(value, __NV_SATFINITE, GRIDMARK_FP8_KIND)) {}
  explicit GRIDMARK_FP8_INLINE GRIDMARK_FP8_PAIR_NAME(__nv_bfloat162 value)
      : __x(__nv_cvt_bfloat16raw2_to_fp8x2(value, __NV_SATFINITE, GRIDMARK_FP8_KIND)) {}
  explicit GRIDMARK_FP8_INLINE GRIDMARK_FP8_PAIR_NAME(float2 value)
      : __x(__nv_cvt_float2_to_fp8x2(value, __NV_SATFINITE, GRIDMARK_FP8_KIND)) {}
  explicit GRIDMARK_FP8_INLINE GRIDMARK_FP8_PAIR_NAME(double2 value)
      : __x(__nv_cvt_double2_to_fp8x2(value, __NV_SATFINITE, GRIDMARK_FP8_KIND)) {}

  explicit GRIDMARK_FP8_INLINE operator __half2() const {
    return __nv_cvt_fp8x2_to_halfraw2(__x, GRIDMARK_FP8_KIND);
  }
  explicit GRIDMARK_FP8_INLINE operator float2() const { return __half22float2(static_cast<__half2>(*this)); }
};

struct __attribute__((aligned(4))) GRIDMARK_FP8_FOUR_NAME {
  __nv_fp8x4_storage_t __x;

  GRIDMARK_FP8_FOUR_NAME() = default;
  explicit GRIDMARK_FP8_INLINE GRIDMARK_FP8_FOUR_NAME(__half2 low, __half2 high)
      : __x(GRIDMARK_FP8_PAIR_NAME(low).__x | static_cast<unsigned>(GRIDMARK_FP8_PAIR_NAME(high).__x) << 16) {
  }
  explicit GRIDMARK_FP8_INLINE GRIDMARK_FP8_FOUR_NAME(__nv_bfloat162 low, __nv_bfloat162 high)
      : __x(GRIDMARK_FP8_PAIR_NAME(low).__x | static_cast<unsigned>(GRIDMARK_FP8_PAIR_NAME(high).__x) << 16) {
  }
  explicit GRIDMARK_FP8_INLINE GRIDMARK_FP8_FOUR_NAME(float4 v)
      : __x(GRIDMARK_FP8_PAIR_NAME(float2{v.x, v.y}).__x |
            static_cast<unsigned>(GRIDMARK_FP8_PAIR_NAME(float2{v.z, v.w}).__x) << 16) {}
  explicit GRIDMARK_FP8_INLINE GRIDMARK_FP8_FOUR_NAME(double4 v)
      : __x(GRIDMARK_FP8_PAIR_NAME(double2{v.x, v.y}).__x |
            static_cast<unsigned>(GRIDMARK_FP8_PAIR_NAME(double2{v.z, v.w}).__x) << 16) {}

  explicit GRIDMARK_FP8_INLINE operator float4() const {
    GRIDMARK_FP8_PAIR_NAME low, high;
    low.__x = static_cast<__nv_fp8x2_storage_t>(__x);
    high.__x = static_cast<__nv_fp8x2_storage_t>(__x >> 16);
    const float2 first = static_cast<float2>(low), second = static_cast<float2>(high);
    return {first.x, first.y, second.x, second.y};
  }
};
