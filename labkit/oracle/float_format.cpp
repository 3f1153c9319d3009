#include "labkit/oracle/float_format.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gridmark::oracle {

double rounded_to(FloatFormat format, double value) {
  if (!std::isfinite(value) || value == 0) return value;
  int exponent = 0;
  std::frexp(value, &exponent);
  const double unit = std::ldexp(1.0, std::max(exponent, format.least_exponent) - format.bits);
  const double nearest = std::nearbyint(value / unit) * unit;
  if (std::abs(nearest) <= format.largest) return nearest;
  return std::copysign(std::numeric_limits<double>::infinity(), value);
}

}  // namespace gridmark::oracle
