#pragma once
// Rounding to the formats with fewer bits than FP32.

namespace gridmark::oracle {

/// The bits of a number, the exponent below which it has fewer bits, and the largest number.
struct FloatFormat {
  int bits, least_exponent;
  double largest;
};

inline constexpr FloatFormat half_precision{11, -13, 65504.0};
inline constexpr FloatFormat bfloat16{8, -125, 3.38953139e38};
inline constexpr FloatFormat tf32{11, -125, 3.40116213e38};

/// The nearest number of `format`, ties to even. Infinite beyond the largest number.
double rounded_to(FloatFormat format, double value);

}  // namespace gridmark::oracle
