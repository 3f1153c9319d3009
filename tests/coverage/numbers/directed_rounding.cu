// Feature: arithmetic and conversions with a rounding mode in the name. Conversions to integers saturate
#include <cfenv>
#include <climits>
#include <cmath>
#include <cstring>
#include <limits>

#include "../check.h"

// One operation in the modes rn, rz, ru, rd.
struct Modes {
  float add[4], sub[4], mul[4], div[4], fma[4], sqrt[4], rcp[4], of_double[4], of_int[4], of_ull[4];
  double dadd[4], dmul[4], ddiv[4], dfma[4], dsqrt[4];
  int to_int[4], dto_int[4];
  unsigned to_uint[4];
  long long to_ll[4];
};
#define MODES(name, ...) \
  { name##_rn(__VA_ARGS__), name##_rz(__VA_ARGS__), name##_ru(__VA_ARGS__), name##_rd(__VA_ARGS__) }

__global__ void compute(const float* x, const float* y, const double* a, const double* b, Modes* out,
                        int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float u = x[i], v = y[i];
  const double c = a[i], d = b[i];
  const int n = __float_as_int(u);
  const Modes m = {
      MODES(__fadd, u, v),     MODES(__fsub, u, v),
      MODES(__fmul, u, v),     MODES(__fdiv, u, v),
      MODES(__fmaf, u, v, u),  MODES(__fsqrt, fabsf(u)),
      MODES(__frcp, v),        MODES(__double2float, c),
      MODES(__int2float, n),   MODES(__ull2float, static_cast<unsigned long long>(__double_as_longlong(c))),
      MODES(__dadd, c, d),     MODES(__dmul, c, d),
      MODES(__ddiv, c, d),     MODES(__fma, c, d, c),
      MODES(__dsqrt, fabs(c)), MODES(__float2int, v),
      MODES(__double2int, d),  MODES(__float2uint, v),
      MODES(__float2ll, v)};
  out[i] = m;
}

template <class T>
bool same(T a, T b) {
  return std::memcmp(&a, &b, sizeof a) == 0 || (a != a && b != b);
}

template <class T>
T to_integer(double rounded) {
  if (rounded >= static_cast<double>(std::numeric_limits<T>::max())) return std::numeric_limits<T>::max();
  if (rounded <= static_cast<double>(std::numeric_limits<T>::min())) return std::numeric_limits<T>::min();
  return static_cast<T>(rounded);
}

__global__ void special(int* out, long long* wide) {
  const float nan = nanf(""), infinite = INFINITY;
  out[0] = __float2int_rz(nan), out[1] = __float2uint_rn(nan), out[2] = __float2int_rn(infinite);
  out[3] = __float2int_ru(-infinite), out[4] = __float2uint_rz(-3.5f), out[5] = __float2uint_rd(infinite);
  out[6] = __double2int_rn(2.5), out[7] = __double2int_rn(3.5), out[8] = __double2int_rz(nan);
  out[9] = __double2hiint(-2.0), out[10] = __double2loint(__hiloint2double(7, 9)),
  out[11] = __float2int_rn(-0.5f);
  wide[0] = __float2ll_rz(nan), wide[1] = __double2ll_rz(1e30), wide[2] = __double2ull_rz(-1.0);
  wide[3] = __float2ull_rn(1e30f), wide[4] = __double2ll_rd(-1.5);
}

int main() {
  std::vector<float> x, y;
  std::vector<double> a, b;
  unsigned long long random = 3;
  auto next = [&] { return random = random * 6364136223846793005ull + 1442695040888963407ull; };
  for (int i = 0; i < 3000; ++i) {
    float u, v;
    double c, d;
    const unsigned bits = next() >> 32, other = i % 3 ? 0x3f800000u + (next() >> 40) : next() >> 32;
    const unsigned long long wide = next(), far = i % 3 ? 0x3ff0000000000000ull + (next() >> 11) : next();
    std::memcpy(&u, &bits, 4), std::memcpy(&v, &other, 4), std::memcpy(&c, &wide, 8),
        std::memcpy(&d, &far, 8);
    x.push_back(u), y.push_back(v), a.push_back(c), b.push_back(d);
  }
  x[0] = x[1] = 1, y[0] = 3, y[1] = 1e-30f, a[0] = a[1] = 1, b[0] = 3, b[1] = 1e-30;
  const int count = static_cast<int>(x.size());
  coverage::Buffer<float> dx(x), dy(y);
  coverage::Buffer<double> da(a), db(b);
  coverage::Buffer<Modes> out(x.size());
  compute<<<(count + 127) / 128, 128>>>(dx, dy, da, db, out, count);
  const auto seen = out.get();
  const int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};
  for (int mode = 0; mode < 4; ++mode) {
    int wrong[19] = {};
    std::fesetround(modes[mode]);
    for (int i = 0; i < count; ++i) {
      volatile float u = x[i], v = y[i];
      volatile double c = a[i], d = b[i];
      int n;
      std::memcpy(&n, &x[i], 4);
      unsigned long long bits;
      std::memcpy(&bits, &a[i], 8);
      volatile int whole = n;
      const Modes& m = seen[i];
      wrong[0] += !same(m.add[mode], float(u + v)), wrong[1] += !same(m.sub[mode], float(u - v));
      wrong[2] += !same(m.mul[mode], float(u * v)), wrong[3] += !same(m.div[mode], float(u / v));
      wrong[4] += !same(m.fma[mode], std::fma(float(u), float(v), float(u)));
      wrong[5] += !same(m.sqrt[mode], std::sqrt(std::fabs(float(u)))),
          wrong[6] += !same(m.rcp[mode], float(1.0f / v));
      wrong[7] += !same(m.of_double[mode], float(c)), wrong[8] += !same(m.of_int[mode], float(whole));
      // 64 bits to float: the neighbour is found in long double, which holds all of them.
      const long double exact = static_cast<long double>(bits);
      wrong[9] += !same(m.of_ull[mode], static_cast<float>(exact));
      wrong[10] += !same(m.dadd[mode], double(c + d)), wrong[11] += !same(m.dmul[mode], double(c * d));
      wrong[12] += !same(m.ddiv[mode], double(c / d)),
          wrong[13] += !same(m.dfma[mode], std::fma(double(c), double(d), double(c)));
      wrong[14] += !same(m.dsqrt[mode], std::sqrt(std::fabs(double(c))));
      if (v == v) {
        const double rounded = std::nearbyint(double(v));
        wrong[15] += m.to_int[mode] != to_integer<int>(rounded);
        wrong[17] += m.to_uint[mode] != to_integer<unsigned>(rounded);
        wrong[18] += m.to_ll[mode] != to_integer<long long>(rounded);
      }
      if (d == d) wrong[16] += m.dto_int[mode] != to_integer<int>(std::nearbyint(double(d)));
    }
    std::fesetround(FE_TONEAREST);
    for (int k = 0; k < 19; ++k) {
      if (wrong[k]) std::printf("mode %d, operation %d: %d wrong\n", mode, k, wrong[k]);
      CHECK(wrong[k] == 0);
    }
  }
  coverage::Buffer<int> ints(12);
  coverage::Buffer<long long> wides(5);
  special<<<1, 1>>>(ints, wides);
  const int expected[] = {0, 0, INT_MAX, INT_MIN, 0, -1, 2, 4, INT_MIN, static_cast<int>(0xc0000000), 9, 0};
  for (int i = 0; i < 12; ++i) CHECK(ints.get()[i] == expected[i]);
  const long long expected_wide[] = {LLONG_MIN, LLONG_MAX, 0, -1, -2};
  for (int i = 0; i < 5; ++i) CHECK(wides.get()[i] == expected_wide[i]);
  return coverage::result();
}
