#include "base/student_t.h"

#include <cmath>
#include <numbers>

namespace gridmark::timing {
namespace {

/// P(-t < T < t) for t >= 0.
double within(double t, int freedom) {
  const double angle = std::atan(t / std::sqrt(freedom)), cosine2 = std::cos(angle) * std::cos(angle);
  const bool odd = freedom % 2 == 1;
  double term = odd ? std::cos(angle) : 1, sum = freedom == 1 ? 0 : term;
  for (int i = odd ? 3 : 2; i <= freedom - 2; i += 2) {
    term *= cosine2 * (i - 1) / i;
    sum += term;
  }
  if (odd) return 2 / std::numbers::pi * (angle + std::sin(angle) * sum);
  return std::sin(angle) * sum;
}

}  // namespace

double student_t_below(double t, int freedom) {
  const double half = within(std::abs(t), freedom) / 2;
  return t < 0 ? 0.5 - half : 0.5 + half;
}

double student_t_above(double tail, int freedom) {
  double low = 0, high = 1;
  while (1 - student_t_below(high, freedom) > tail) high *= 2;
  constexpr int halvings = 60;
  for (int i = 0; i < halvings; ++i) {
    const double middle = (low + high) / 2;
    (1 - student_t_below(middle, freedom) > tail ? low : high) = middle;
  }
  return high;
}

}  // namespace gridmark::timing
