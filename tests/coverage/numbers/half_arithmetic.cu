// Feature: half arithmetic: one rounding in +, -, *, /, fma, sqrt; min, max, saturation, comparisons with NaN
#include <cuda_fp16.h>

#include <cmath>
#include <cstring>

#include "../check.h"

static double value_of(unsigned bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  const double sign = bits & 0x8000 ? -1 : 1;
  if (exponent == 31) return fraction ? NAN : sign * INFINITY;
  return sign * (exponent ? std::ldexp(1024 + fraction, exponent - 25) : std::ldexp(fraction, -24));
}

// The half nearest to x + tail. |tail| is far below the last bit of x and only decides ties.
static unsigned nearest(long double x, long double tail = 0) {
  if (std::isnan(x)) return 0x7fff;
  const unsigned sign = std::signbit(x) ? 0x8000 : 0;
  if (sign) x = -x, tail = -tail;
  if (x == 0) return sign;
  if (std::isinf(x)) return sign | 0x7c00;
  int exponent;
  std::frexp(x, &exponent);
  if (exponent < -13) exponent = -13;
  const long double units = std::ldexp(x, 11 - exponent), whole = std::floor(units);
  long double rounded = whole;
  const long double rest = units - whole;
  if (rest > 0.5L || (rest == 0.5L && (tail > 0 || (tail == 0 && std::fmod(whole, 2.0L) == 1)))) rounded += 1;
  const long double result = std::ldexp(rounded, exponent - 11);
  if (result >= 65536) return sign | 0x7c00;
  unsigned low = 0, high = 0x7bff;
  while (low < high) {
    const unsigned middle = (low + high) / 2;
    if (value_of(middle) < result)
      low = middle + 1;
    else
      high = middle;
  }
  return sign | low;
}

struct Results {
  __half sum, difference, product, quotient, fused, root, smaller, larger, smaller_nan, larger_nan, saturated,
      relu;
  unsigned compared;
};

__global__ void compute(const __half* a, const __half* b, const __half* c, Results* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const __half x = a[i], y = b[i];
  Results r;
  r.sum = x + y;
  r.difference = __hsub(x, y);
  r.product = x * y;
  r.quotient = __hdiv(x, y);
  r.fused = __hfma(x, y, c[i]);
  r.root = hsqrt(x);
  r.smaller = __hmin(x, y);
  r.larger = __hmax(x, y);
  r.smaller_nan = __hmin_nan(x, y);
  r.larger_nan = __hmax_nan(x, y);
  r.saturated = __hadd_sat(x, y);
  r.relu = __hfma_relu(x, y, c[i]);
  r.compared = __heq(x, y) | __hne(x, y) << 1 | __hlt(x, y) << 2 | __hle(x, y) << 3 | __hgt(x, y) << 4 |
               __hge(x, y) << 5 | __hequ(x, y) << 6 | __hneu(x, y) << 7 | __hltu(x, y) << 8 |
               __hleu(x, y) << 9 | __hgtu(x, y) << 10 | __hgeu(x, y) << 11 | (x < y) << 12 | (x != y) << 13;
  out[i] = r;
}

static unsigned bits(__half h) {
  unsigned short b;
  std::memcpy(&b, &h, 2);
  return b;
}

static unsigned comparisons(double x, double y) {
  const bool nan = std::isnan(x) || std::isnan(y), lt = x<y, eq = x == y, gt = x> y;
  return eq | (lt || gt) << 1 | lt << 2 | (lt || eq) << 3 | gt << 4 | (gt || eq) << 5 | (eq || nan) << 6 |
         (lt || gt || nan) << 7 | (lt || nan) << 8 | (lt || eq || nan) << 9 | (gt || nan) << 10 |
         (gt || eq || nan) << 11 | lt << 12 | !eq << 13;
}

// The result of min, and of max with the sign changed.
static unsigned smaller(unsigned a, unsigned b, bool nan_wins) {
  const double x = value_of(a), y = value_of(b);
  if (std::isnan(x) || std::isnan(y)) {
    if (nan_wins || (std::isnan(x) && std::isnan(y))) return 0x7fff;
    return std::isnan(x) ? b : a;
  }
  if (x == y) return a & 0x8000 ? a : b;
  return x < y ? a : b;
}
static unsigned larger(unsigned a, unsigned b, bool nan_wins) {
  const unsigned result = smaller(a ^ 0x8000, b ^ 0x8000, nan_wins);
  return result == 0x7fff ? result : result ^ 0x8000;
}

int main() {
  std::vector<unsigned> special = {0x0000, 0x8000, 0x0001, 0x8001, 0x03ff, 0x0400, 0x8400,
                                   0x3c00, 0xbc00, 0x3bff, 0x3c01, 0x7bff, 0xfbff, 0x7c00,
                                   0xfc00, 0x7e00, 0xfe00, 0x3800, 0x1400, 0x0200};
  std::vector<__half> a, b, c;
  auto add = [&](unsigned x, unsigned y, unsigned z) {
    for (auto pair : {std::make_pair(&a, x), std::make_pair(&b, y), std::make_pair(&c, z)}) {
      __half_raw raw;
      raw.x = static_cast<unsigned short>(pair.second);
      pair.first->push_back(raw);
    }
  };
  for (unsigned x : special)
    for (unsigned y : special)
      for (unsigned z : special) add(x, y, z);
  unsigned random = 1;
  auto next = [&] { return (random = random * 1664525u + 1013904223u) >> 16; };
  for (int i = 0; i < 100000; ++i) {
    const unsigned x = next(), y = next(), z = next();
    add(x, y, z);
    add((x & 0x83ff) | 0x3c00, (y & 0x83ff) | 0x3c00, (z & 0x83ff) | 0x1000);  // fused ties and near ties
    add((x & 0x83ff) | 0x0800, (y & 0x83ff) | 0x2800, z & 0x83ff);             // subnormal results
  }
  const int count = static_cast<int>(a.size());
  coverage::Buffer<__half> da(a), db(b), dc(c);
  coverage::Buffer<Results> out(a.size());
  compute<<<(count + 127) / 128, 128>>>(da, db, dc, out, count);
  const auto results = out.get();
  int wrong[13] = {};
  for (int i = 0; i < count; ++i) {
    const unsigned ba = bits(a[i]), bb = bits(b[i]);
    const long double x = value_of(ba), y = value_of(bb), z = value_of(bits(c[i]));
    const Results& r = results[i];
    wrong[0] += bits(r.sum) != nearest(x + y);
    wrong[1] += bits(r.difference) != nearest(x - y);
    wrong[2] += bits(r.product) != nearest(x * y);
    // If a quotient or root is not exact, its 64 bits are never a tie.
    wrong[3] += bits(r.quotient) != nearest(x / y);
    // The exact sum has up to 81 bits: its first 64, and the sign of the rest.
    const long double product = x * y, sum = product + z, from_z = sum - product;
    const long double tail = std::isfinite(sum) ? (product - (sum - from_z)) + (z - from_z) : 0;
    const unsigned fused = nearest(sum, tail);
    wrong[4] += bits(r.fused) != fused;
    wrong[5] += bits(r.root) != nearest(std::sqrt(x));
    wrong[6] += bits(r.smaller) != smaller(ba, bb, false);
    wrong[7] += bits(r.larger) != larger(ba, bb, false);
    wrong[8] += bits(r.smaller_nan) != smaller(ba, bb, true);
    wrong[9] += bits(r.larger_nan) != larger(ba, bb, true);
    const long double plain = x + y;
    wrong[10] += bits(r.saturated) != (plain > 0 ? nearest(plain < 1 ? plain : 1) : 0u);
    wrong[11] += bits(r.relu) != (fused == 0x7fff ? fused : fused & 0x8000 ? 0u : fused);
    wrong[12] += r.compared != comparisons(static_cast<double>(x), static_cast<double>(y));
  }
  for (int i = 0; i < 13; ++i) {
    if (wrong[i]) std::printf("operation %d: %d of %d\n", i, wrong[i], count);
    CHECK(wrong[i] == 0);
  }
  return coverage::result();
}
