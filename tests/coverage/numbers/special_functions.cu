// Feature: mathematics beyond math.h: rsqrt, rcbrt, sinpi, norm3d, erfinv, erfcx, normcdf, cyl_bessel, fast variants
#include <cmath>

#include "../check.h"

struct Case {
  int function;
  double x, value;
};

__device__ double evaluate(int function, double x) {
  double s, c;
  switch (function) {
    case 0:
      return rsqrt(x);
    case 1:
      return rcbrt(x);
    case 2:
      return sinpi(x);
    case 3:
      return cospi(x);
    case 4:
      return erfinv(x);
    case 5:
      return erfcinv(x);
    case 6:
      return erfcx(x);
    case 7:
      return normcdf(x);
    case 8:
      return normcdfinv(x);
    case 9:
      return cyl_bessel_i0(x);
    case 10:
      return cyl_bessel_i1(x);
    case 11:
      return norm3d(x, 2 * x, 2 * x);
    case 12:
      return norm4d(x, x, x, x);
    case 13:
      return rnorm3d(x, 2 * x, 2 * x);
    case 14:
      return rhypot(3 * x, 4 * x);
    case 15:
      return exp10(x);
    case 16:
      sincospi(x, &s, &c);
      return s + 2 * c;
    case 17:
      return j0(x);
    case 18:
      return lgamma(x);
    default:
      return tgamma(x);
  }
}
__device__ float evaluate(int function, float x) {
  float s, c;
  switch (function) {
    case 0:
      return rsqrtf(x);
    case 1:
      return rcbrtf(x);
    case 2:
      return sinpif(x);
    case 3:
      return cospif(x);
    case 4:
      return erfinvf(x);
    case 5:
      return erfcinvf(x);
    case 6:
      return erfcxf(x);
    case 7:
      return normcdff(x);
    case 8:
      return normcdfinvf(x);
    case 9:
      return cyl_bessel_i0f(x);
    case 10:
      return cyl_bessel_i1f(x);
    case 11:
      return norm3df(x, 2 * x, 2 * x);
    case 12:
      return norm4df(x, x, x, x);
    case 13:
      return rnorm3df(x, 2 * x, 2 * x);
    case 14:
      return rhypotf(3 * x, 4 * x);
    case 15:
      return exp10f(x);
    case 16:
      sincospif(x, &s, &c);
      return s + 2 * c;
    case 17:
      return j0f(x);
    case 18:
      return lgammaf(x);
    default:
      return tgammaf(x);
  }
}

__global__ void compute(const Case* cases, double* wide, float* narrow, int count) {
  const int i = threadIdx.x;
  if (i >= count) return;
  wide[i] = evaluate(cases[i].function, cases[i].x);
  narrow[i] = evaluate(cases[i].function, static_cast<float>(cases[i].x));
}

__global__ void fast(float* out) {
  const float x = 0.75f, huge = 1e30f;
  float s, c;
  __sincosf(x, &s, &c);
  out[0] = __sinf(x), out[1] = s, out[2] = __cosf(x), out[3] = c, out[4] = __tanf(x), out[5] = __expf(x);
  out[6] = __exp10f(x), out[7] = __logf(x), out[8] = __log2f(x), out[9] = __log10f(x),
  out[10] = __powf(x, 3.0f);
  out[11] = __fdividef(x, 3.0f), out[12] = __saturatef(huge), out[13] = __saturatef(-x),
  out[14] = __saturatef(nanf(""));
  out[15] = __powf(-2.0f, 2.0f), out[16] = norm3df(huge, huge, huge),
  out[17] = norm3df(INFINITY, nanf(""), 1);
  const float v[] = {2, 3, 6};
  out[18] = normf(3, v), out[19] = rnormf(3, v), out[20] = __frsqrt_rn(4.0f), out[21] = rsqrt(0.0f),
  out[22] = rsqrt(16.0f);
}

int main() {
  // Values from the functions' definitions, computed with 30 digits.
  const std::vector<Case> cases = {{0, 2, 0.707106781186547524},
                                   {1, 27, 1.0 / 3},
                                   {1, -8, -0.5},
                                   {2, 0.25, 0.707106781186547524},
                                   {2, 1, 0},
                                   {2, 1e6 + 0.5, 1},
                                   {2, -1.5, 1},
                                   {3, 0.5, 0},
                                   {3, 1, -1},
                                   {3, 1.0 / 4, 0.707106781186547524},
                                   {4, 0.5, 0.47693627620446987338},
                                   {4, -0.25, -0.22531205501217810473},
                                   {4, 0.9375, 1.3171503349861307489},
                                   {4, 0.0009765625, 0.00086545619796713755345},
                                   {5, 0.5, 0.47693627620446987338},
                                   {5, 1.5, -0.47693627620446987338},
                                   {5, 0.0001220703125, 2.7166552405670822235},
                                   {5, 8.673617379884035e-19, 6.2586042899587838879},
                                   {6, 0.5, 0.61569034419292587487},
                                   {6, -1.0, 5.0089800807622834663},
                                   {6, 5.0, 0.11070463773306862637},
                                   {6, 30.0, 0.018795888861416751497},
                                   {6, 200.0, 0.0028209126572120463987},
                                   {7, 0.0, 0.5},
                                   {7, 1.0, 0.84134474606854294859},
                                   {7, -5.0, 2.8665157187919391167e-7},
                                   {8, 0.5, 0},
                                   {8, 0.25, -0.6744897501960817432},
                                   {8, 0.9375, 1.5341205443525463117},
                                   {8, 0.0009765625, -3.0972690781987844624},
                                   {9, 0.0, 1.0},
                                   {9, 1.0, 1.2660658777520083356},
                                   {9, 10.0, 2815.7166284662544715},
                                   {9, -3.0, 4.8807925858650240856},
                                   {10, 1.0, 0.56515910399248502721},
                                   {10, 10.0, 2670.9883037012546543},
                                   {10, -3.0, -3.9533702174026093965},
                                   {17, 1.0, 0.76519768655796655145},
                                   {18, 0.5, 0.57236494292470008707},
                                   {19, 5.0, 24.0},
                                   {4, 1, INFINITY},
                                   {5, 0, INFINITY},
                                   {11, 5, 15},
                                   {12, 3, 6},
                                   {13, 5, 1.0 / 15},
                                   {14, 2, 0.1},
                                   {15, 3, 1000},
                                   {15, -2, 0.01},
                                   {16, 0.5, 1},
                                   {16, 0, 2}};
  const int count = static_cast<int>(cases.size());
  coverage::Buffer<Case> in(cases);
  coverage::Buffer<double> wide(count);
  coverage::Buffer<float> narrow(count);
  compute<<<1, 64>>>(in, wide, narrow, count);
  const auto doubles = wide.get();
  const auto floats = narrow.get();
  for (int i = 0; i < count; ++i) {
    const double value = cases[i].value, off = std::fabs(doubles[i] - value),
                 off_float = std::fabs(floats[i] - value);
    const bool right = std::isinf(value)
                           ? doubles[i] == value && floats[i] == value
                           : off <= 1e-15 * std::fabs(value) && off_float <= 2e-6 * std::fabs(value);
    if (!right)
      std::printf("function %d of %g: %.17g and %.9g, not %.17g\n", cases[i].function, cases[i].x, doubles[i],
                  floats[i], value);
    CHECK(right);
  }
  coverage::Buffer<float> out(23);
  fast<<<1, 1>>>(out);
  const auto f = out.get();
  const double x = 0.75;
  const double expected[] = {std::sin(x),
                             std::sin(x),
                             std::cos(x),
                             std::cos(x),
                             std::tan(x),
                             std::exp(x),
                             std::pow(10, x),
                             std::log(x),
                             std::log2(x),
                             std::log10(x),
                             x * x * x,
                             x / 3,
                             1,
                             0,
                             0};
  for (int i = 0; i < 15; ++i) CHECK(std::fabs(f[i] - expected[i]) <= 1e-6);
  CHECK(std::isnan(f[15]));
  CHECK(std::fabs(f[16] / 1.7320508e30f - 1) < 1e-6 && std::isinf(f[17]));
  CHECK(f[18] == 7 && std::fabs(f[19] - 1.0 / 7) < 1e-7 && f[20] == 0.5f && std::isinf(f[21]) &&
        f[22] == 0.25f);
  return coverage::result();
}
