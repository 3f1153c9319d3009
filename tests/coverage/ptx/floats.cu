// Feature: inline PTX: float and double arithmetic, fma, min, max, rcp, sqrt, ex2, lg2, sin, cos, tanh, .ftz and .sat
#include "../check.h"

#include <cmath>

__global__ void floats(const float* a, const float* b, float* out) {
  const float x = a[threadIdx.x], y = b[threadIdx.x];
  float* r = out + 20 * threadIdx.x;
  asm("add.f32 %0, %1, %2;" : "=f"(r[0]) : "f"(x), "f"(y));
  asm("sub.rn.f32 %0, %1, %2;" : "=f"(r[1]) : "f"(x), "f"(y));
  asm("mul.ftz.f32 %0, %1, %2;" : "=f"(r[2]) : "f"(x), "f"(y));
  asm("fma.rn.f32 %0, %1, %2, 0f40000000;" : "=f"(r[3]) : "f"(x), "f"(y));
  asm("min.f32 %0, %1, %2;" : "=f"(r[4]) : "f"(x), "f"(y));
  asm("max.f32 %0, %1, %2;" : "=f"(r[5]) : "f"(x), "f"(y));
  asm("abs.f32 %0, %1;" : "=f"(r[6]) : "f"(x));
  asm("neg.f32 %0, %1;" : "=f"(r[7]) : "f"(x));
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r[8]) : "f"(x));
  asm("sqrt.approx.f32 %0, %1;" : "=f"(r[9]) : "f"(x));
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r[10]) : "f"(x));
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(r[11]) : "f"(x));
  asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(r[12]) : "f"(x));
  asm("sin.approx.f32 %0, %1;" : "=f"(r[13]) : "f"(x));
  asm("cos.approx.f32 %0, %1;" : "=f"(r[14]) : "f"(x));
  asm("tanh.approx.f32 %0, %1;" : "=f"(r[15]) : "f"(x));
  asm("add.sat.f32 %0, %1, %2;" : "=f"(r[16]) : "f"(x), "f"(y));
  asm("div.full.f32 %0, %1, %2;" : "=f"(r[17]) : "f"(x), "f"(y));
  asm("add.ftz.f32 %0, %1, 1.5;" : "=f"(r[18]) : "f"(x));
  float t = x;
  asm volatile("mul.f32 %0, %0, %1;" : "+f"(t) : "f"(y));
  r[19] = t;
}

__global__ void doubles(const double* a, double* out) {
  const double x = a[threadIdx.x];
  double* r = out + 5 * threadIdx.x;
  asm("add.f64 %0, %1, 0d3FF8000000000000;" : "=d"(r[0]) : "d"(x));
  asm("fma.rn.f64 %0, %1, %1, %1;" : "=d"(r[1]) : "d"(x));
  asm("rcp.rn.f64 %0, %1;" : "=d"(r[2]) : "d"(x));
  asm("sqrt.rn.f64 %0, %1;" : "=d"(r[3]) : "d"(x));
  asm("max.f64 %0, %1, -2.25;" : "=d"(r[4]) : "d"(x));
}

bool same(float a, float b) { return a == b || (a != a && b != b); }
bool near(float a, double b) { return (a != a && b != b) || a == (float)b || std::fabs(a - b) <= 1e-3 * std::fabs(b) + 1e-6; }

int main() {
  const std::vector<float> edge = {0.0f, -0.0f, 1, -1, 0.5f, 3.25f, -2.75f, 1e-20f, 1e-40f, 100, NAN, INFINITY};
  std::vector<float> xs, ys;
  for (float x : edge)
    for (float y : edge) xs.push_back(x), ys.push_back(y);
  coverage::Buffer<float> a(xs), b(ys), out(20 * xs.size());
  floats<<<1, xs.size()>>>(a, b, out);
  const auto values = out.get();
  const auto flush = [](float v) { return std::fabs(v) < 1.17549435e-38f ? std::copysign(0.0f, v) : v; };
  for (size_t i = 0; i < xs.size(); ++i) {
    const float x = xs[i], y = ys[i], *r = &values[20 * i];
    CHECK(same(r[0], x + y) && same(r[1], x - y));
    CHECK(same(r[2], flush(flush(x) * flush(y))));
    CHECK(same(r[3], std::fma(x, y, 2.0f)));
    CHECK(same(r[4], std::fmin(x, y)) && same(r[5], std::fmax(x, y)));
    if (x == 0 && y == 0) {  // -0 is below +0
      CHECK(std::signbit(r[4]) == (std::signbit(x) || std::signbit(y)));
      CHECK(std::signbit(r[5]) == (std::signbit(x) && std::signbit(y)));
    }
    CHECK(same(r[6], std::fabs(x)) && same(r[7], -x) && (x != x || std::signbit(r[7]) != std::signbit(x)));
    CHECK(near(r[8], 1 / flush(x)) && near(r[9], std::sqrt(x)) && near(r[10], 1 / std::sqrt(flush(x))));
    CHECK(near(r[11], std::exp2(x)));
    CHECK(near(r[12], std::log2(flush(x))));
    if (std::fabs(x) < 10) CHECK(near(r[13], std::sin((double)x)) && near(r[14], std::cos((double)x)));
    CHECK(near(r[15], std::tanh((double)x)));
    CHECK(r[16] == (x + y > 0 ? std::fmin(x + y, 1.0f) : 0.0f));
    CHECK(near(r[17], x / y));
    CHECK(same(r[18], flush(x) + 1.5f));
    CHECK(same(r[19], x * y));
  }
  const std::vector<double> ds = {0.1, -3, 7e100, 1e-300, 2};
  coverage::Buffer<double> d(ds), dout(5 * ds.size());
  doubles<<<1, ds.size()>>>(d, dout);
  const auto dvalues = dout.get();
  for (size_t i = 0; i < ds.size(); ++i) {
    const double x = ds[i], *r = &dvalues[5 * i];
    CHECK(r[0] == x + 1.5 && r[1] == std::fma(x, x, x) && r[2] == 1 / x);
    CHECK(r[3] == std::sqrt(x) || x < 0);
    CHECK(r[4] == std::fmax(x, -2.25));
  }
  return coverage::result();
}
