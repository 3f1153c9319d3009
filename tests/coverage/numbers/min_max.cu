// Feature: min and max of mixed types without std::, on both sides. NaN loses, and -0 is less than +0
#include <algorithm>
#include <cmath>
#include <type_traits>

#include "../check.h"

__global__ void compute(float* f, double* d, long long* n) {
  const float nan = nanf("");
  f[0] = max(nan, 1.0f), f[1] = min(2.0f, nan), f[2] = fmaxf(nan, nan), f[3] = fminf(-0.0f, 0.0f);
  f[4] = fmaxf(-0.0f, 0.0f), f[5] = max(0.0f, -0.0f), f[6] = min(0.0f, -0.0f), f[7] = fmaxf(3, 2);
  d[0] = max(1.5f, 2.5), d[1] = min(1.5, 2.5f), d[2] = fmax(-1.0, static_cast<double>(nan)), d[3] = fmin(7.0, 9.0);
  n[0] = max(-1, 5u) == 0xffffffffu, n[1] = min(-1, 5u), n[2] = max(7ll, 9ll), n[3] = min(7ull, 9ull);
  n[4] = max(-1l, 1ul) == ~0ul, n[5] = umin(3, 4), n[6] = llmax(-3, 4), n[7] = ullmin(3, 4), n[8] = abs(-3),
  n[9] = llabs(-5);
}

int main() {
  static_assert(std::is_same<decltype(max(1, 2u)), unsigned>::value, "unsigned wins");
  static_assert(std::is_same<decltype(max(1.0f, 2.0)), double>::value, "double wins");
  coverage::Buffer<float> f(8);
  coverage::Buffer<double> d(4);
  coverage::Buffer<long long> n(10);
  compute<<<1, 1>>>(f, d, n);
  const auto a = f.get();
  const auto b = d.get();
  const auto c = n.get();
  CHECK(a[0] == 1 && a[1] == 2 && std::isnan(a[2]) && a[7] == 3);
  CHECK(std::signbit(a[3]) && !std::signbit(a[4]) && !std::signbit(a[5]) && std::signbit(a[6]));
  CHECK(b[0] == 2.5 && b[1] == 1.5 && b[2] == -1 && b[3] == 7);
  CHECK(c[0] && c[1] == 5 && c[2] == 9 && c[3] == 7 && c[4] && c[5] == 3 && c[6] == 4 && c[7] == 3 &&
        c[8] == 3 && c[9] == 5);
  CHECK(max(3, 4) == 4 && std::max(3, 4) == 4 && min(2.5f, 1.5f) == 1.5f);
  return coverage::result();
}
