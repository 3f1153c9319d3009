// Included once for each of the two sixteen-bit types: arithmetic. Each result is computed in float, exactly
// or to enough digits, and rounded once, which is what the device's instructions give.

namespace gridmark {
namespace emulation {
GRIDMARK_INTRINSIC GRIDMARK_REAL saturated_to_one(GRIDMARK_REAL value) {
  const float wide = widened(value);
  return wide > 0 ? (wide < 1 ? value : GRIDMARK_NARROW(1.0f)) : GRIDMARK_NARROW(0.0f);
}
/// The bits of +0 and -0 joined: what min and max make of equal operands.
GRIDMARK_INTRINSIC GRIDMARK_REAL joined_bits(GRIDMARK_REAL a, GRIDMARK_REAL b, bool lower) {
  const unsigned first = static_cast<GRIDMARK_RAW>(a).x, second = static_cast<GRIDMARK_RAW>(b).x;
  return GRIDMARK_RAW{static_cast<unsigned short>(lower ? first | second : first & second)};
}
GRIDMARK_INTRINSIC GRIDMARK_REAL extreme(GRIDMARK_REAL a, GRIDMARK_REAL b, bool lower, bool nan_wins) {
  const float first = widened(a), second = widened(b);
  if (first < second) return lower ? a : b;
  if (second < first) return lower ? b : a;
  if (first == second) return joined_bits(a, b, lower);
  if (nan_wins || (first != first && second != second)) return GRIDMARK_RAW{0x7fff};
  return first != first ? b : a;
}
}  // namespace emulation
}  // namespace gridmark

#define GRIDMARK_WIDE(value) gridmark::emulation::widened(value)
#define GRIDMARK_UNARY(name, pair_name, expression)                             \
  GRIDMARK_INTRINSIC GRIDMARK_REAL name(GRIDMARK_REAL a) { return expression; } \
  GRIDMARK_INTRINSIC GRIDMARK_PAIR pair_name(GRIDMARK_PAIR a) { return {name(a.x), name(a.y)}; }
#define GRIDMARK_BINARY(name, pair_name, expression)                                             \
  GRIDMARK_INTRINSIC GRIDMARK_REAL name(GRIDMARK_REAL a, GRIDMARK_REAL b) { return expression; } \
  GRIDMARK_INTRINSIC GRIDMARK_PAIR pair_name(GRIDMARK_PAIR a, GRIDMARK_PAIR b) {                 \
    return {name(a.x, b.x), name(a.y, b.y)};                                                     \
  }
#define GRIDMARK_TERNARY(name, pair_name, expression)                                             \
  GRIDMARK_INTRINSIC GRIDMARK_REAL name(GRIDMARK_REAL a, GRIDMARK_REAL b, GRIDMARK_REAL c) {      \
    return expression;                                                                            \
  }                                                                                               \
  GRIDMARK_INTRINSIC GRIDMARK_PAIR pair_name(GRIDMARK_PAIR a, GRIDMARK_PAIR b, GRIDMARK_PAIR c) { \
    return {name(a.x, b.x, c.x), name(a.y, b.y, c.y)};                                            \
  }

GRIDMARK_UNARY(__hneg, __hneg2,
               (GRIDMARK_RAW{static_cast<unsigned short>(static_cast<GRIDMARK_RAW>(a).x ^ 0x8000u)}))
GRIDMARK_UNARY(__habs, __habs2,
               (GRIDMARK_RAW{static_cast<unsigned short>(static_cast<GRIDMARK_RAW>(a).x & 0x7fffu)}))
GRIDMARK_BINARY(__hadd, __hadd2, GRIDMARK_NARROW(GRIDMARK_WIDE(a) + GRIDMARK_WIDE(b)))
GRIDMARK_BINARY(__hsub, __hsub2, GRIDMARK_NARROW(GRIDMARK_WIDE(a) - GRIDMARK_WIDE(b)))
GRIDMARK_BINARY(__hmul, __hmul2,
                GRIDMARK_NARROW(GRIDMARK_FORMAT::product(GRIDMARK_WIDE(a), GRIDMARK_WIDE(b))))
GRIDMARK_BINARY(__hdiv, __h2div, GRIDMARK_NARROW(GRIDMARK_WIDE(a) / GRIDMARK_WIDE(b)))
GRIDMARK_BINARY(__hadd_rn, __hadd2_rn, __hadd(a, b))
GRIDMARK_BINARY(__hsub_rn, __hsub2_rn, __hsub(a, b))
GRIDMARK_BINARY(__hmul_rn, __hmul2_rn, __hmul(a, b))
GRIDMARK_BINARY(__hadd_sat, __hadd2_sat, gridmark::emulation::saturated_to_one(__hadd(a, b)))
GRIDMARK_BINARY(__hsub_sat, __hsub2_sat, gridmark::emulation::saturated_to_one(__hsub(a, b)))
GRIDMARK_BINARY(__hmul_sat, __hmul2_sat, gridmark::emulation::saturated_to_one(__hmul(a, b)))
GRIDMARK_TERNARY(__hfma, __hfma2,
                 GRIDMARK_NARROW(gridmark::emulation::odd_fma(GRIDMARK_WIDE(a), GRIDMARK_WIDE(b),
                                                              GRIDMARK_WIDE(c))))
GRIDMARK_TERNARY(__hfma_sat, __hfma2_sat, gridmark::emulation::saturated_to_one(__hfma(a, b, c)))
GRIDMARK_BINARY(__hmax, __hmax2, gridmark::emulation::extreme(a, b, false, false))
GRIDMARK_BINARY(__hmin, __hmin2, gridmark::emulation::extreme(a, b, true, false))
GRIDMARK_BINARY(__hmax_nan, __hmax2_nan, gridmark::emulation::extreme(a, b, false, true))
GRIDMARK_BINARY(__hmin_nan, __hmin2_nan, gridmark::emulation::extreme(a, b, true, true))
GRIDMARK_TERNARY(__hfma_relu, __hfma2_relu, __hmax_nan(__hfma(a, b, c), GRIDMARK_NARROW(0.0f)))

/// a * b + c of complex numbers (x real, y imaginary).
GRIDMARK_INTRINSIC GRIDMARK_PAIR __hcmadd(GRIDMARK_PAIR a, GRIDMARK_PAIR b, GRIDMARK_PAIR c) {
  return {__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y))};
}

// Functions. The device computes most of them by approximation in float and rounds; here float is accurate.
GRIDMARK_UNARY(hsqrt, h2sqrt, GRIDMARK_NARROW(__builtin_sqrtf(GRIDMARK_WIDE(a))))
GRIDMARK_UNARY(hrsqrt, h2rsqrt, GRIDMARK_NARROW(1.0f / __builtin_sqrtf(GRIDMARK_WIDE(a))))
GRIDMARK_UNARY(hrcp, h2rcp, GRIDMARK_NARROW(1.0f / GRIDMARK_WIDE(a)))
GRIDMARK_UNARY(hexp, h2exp, GRIDMARK_NARROW(__builtin_expf(GRIDMARK_WIDE(a))))
GRIDMARK_UNARY(hexp2, h2exp2, GRIDMARK_NARROW(__builtin_exp2f(GRIDMARK_WIDE(a))))
GRIDMARK_UNARY(hexp10, h2exp10, GRIDMARK_NARROW(__builtin_exp10f(GRIDMARK_WIDE(a))))
GRIDMARK_UNARY(hlog, h2log, GRIDMARK_NARROW(__builtin_logf(GRIDMARK_WIDE(a))))
GRIDMARK_UNARY(hlog2, h2log2, GRIDMARK_NARROW(__builtin_log2f(GRIDMARK_WIDE(a))))
GRIDMARK_UNARY(hlog10, h2log10, GRIDMARK_NARROW(__builtin_log10f(GRIDMARK_WIDE(a))))
GRIDMARK_UNARY(hsin, h2sin, GRIDMARK_NARROW(__builtin_sinf(GRIDMARK_WIDE(a))))
GRIDMARK_UNARY(hcos, h2cos, GRIDMARK_NARROW(__builtin_cosf(GRIDMARK_WIDE(a))))
GRIDMARK_UNARY(htanh, h2tanh, GRIDMARK_NARROW(__builtin_tanhf(GRIDMARK_WIDE(a))))
GRIDMARK_UNARY(htanh_approx, h2tanh_approx, GRIDMARK_NARROW(__builtin_tanhf(GRIDMARK_WIDE(a))))
GRIDMARK_UNARY(htrunc, h2trunc, GRIDMARK_NARROW(__builtin_truncf(GRIDMARK_WIDE(a))))
GRIDMARK_UNARY(hceil, h2ceil, GRIDMARK_NARROW(__builtin_ceilf(GRIDMARK_WIDE(a))))
GRIDMARK_UNARY(hfloor, h2floor, GRIDMARK_NARROW(__builtin_floorf(GRIDMARK_WIDE(a))))
GRIDMARK_UNARY(hrint, h2rint, GRIDMARK_NARROW(__builtin_rintf(GRIDMARK_WIDE(a))))
