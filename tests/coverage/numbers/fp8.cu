// Feature: cuda_fp8.h: e4m3 and e5m2, every value, rounding at every middle, saturation
#include <cuda_fp8.h>

#include <cmath>

#include "../check.h"

static double value_of(unsigned bits, bool e4m3) {
  const int fraction_bits = e4m3 ? 3 : 2, bias = e4m3 ? 7 : 15;
  const int exponent = (bits & 0x7f) >> fraction_bits, fraction = bits & ((1 << fraction_bits) - 1);
  const double sign = bits & 0x80 ? -1 : 1;
  if (e4m3 ? (bits & 0x7f) == 0x7f : exponent == 31 && fraction) return NAN;
  if (!e4m3 && exponent == 31) return sign * INFINITY;
  return sign * (exponent ? std::ldexp((1 << fraction_bits) + fraction, exponent - bias - fraction_bits)
                          : std::ldexp(fraction, 1 - bias - fraction_bits));
}

template <class T>
__global__ void widen(float* out) {
  T value;
  value.__x = static_cast<unsigned char>(threadIdx.x);
  out[threadIdx.x] = static_cast<float>(value);
}

// For each finite number: itself, the middle to the next, and the floats next to the middle.
template <class T>
__global__ void narrow(const float* in, unsigned char* out, __nv_fp8_interpretation_t kind, int count) {
  const int i = threadIdx.x;
  if (i >= count) return;
  out[2 * i] = T(in[i]).__x;
  out[2 * i + 1] = __nv_cvt_float_to_fp8(in[i], __NV_NOSAT, kind);
}

template <class T>
void check(bool e4m3) {
  const __nv_fp8_interpretation_t kind = e4m3 ? __NV_E4M3 : __NV_E5M2;
  const unsigned largest = e4m3 ? 0x7e : 0x7b, over = e4m3 ? 0x7f : 0x7c;
  coverage::Buffer<float> wide(256);
  widen<T><<<1, 256>>>(wide);
  const auto floats = wide.get();
  int wrong = 0;
  for (unsigned i = 0; i < 256; ++i) {
    const double value = value_of(i, e4m3);
    wrong += std::isnan(value) ? !std::isnan(floats[i]) : floats[i] != value;
  }
  CHECK(wrong == 0);
  std::vector<float> in;
  std::vector<unsigned> expected, unsaturated;
  auto add = [&](double x, unsigned saturated, unsigned plain) {
    in.push_back(static_cast<float>(x)), expected.push_back(saturated), unsaturated.push_back(plain);
  };
  for (unsigned i = 0; i < largest; ++i) {
    const double here = value_of(i, e4m3), middle = (here + value_of(i + 1, e4m3)) / 2;
    add(here, i, i);
    add(middle, i & 1 ? i + 1 : i, i & 1 ? i + 1 : i);
    add(-std::nextafterf(middle, 0), i | 0x80, i | 0x80);
    add(-std::nextafterf(middle, 1e9f), (i + 1) | 0x80, (i + 1) | 0x80);
  }
  const double step = value_of(largest, e4m3) - value_of(largest - 1, e4m3), top = value_of(largest, e4m3);
  add(std::nextafterf(top + step / 2, 0), largest, largest);
  add(std::nextafterf(top + step / 2, 1e9f), largest, over);
  add(-1e30, largest | 0x80, over | 0x80);
  add(INFINITY, largest, over);
  add(NAN, 0x7f, 0x7f);
  const int count = static_cast<int>(in.size());
  coverage::Buffer<float> from(in);
  coverage::Buffer<unsigned char> to(2 * count);
  narrow<T><<<1, 1024>>>(from, to, kind, count);
  const auto bits = to.get();
  for (int i = 0; i < count; ++i) {
    const bool right = bits[2 * i] == expected[i] && bits[2 * i + 1] == unsaturated[i];
    if (!right)
      std::printf("%.9g: %x and %x, not %x and %x\n", in[i], bits[2 * i], bits[2 * i + 1], expected[i],
                  unsaturated[i]);
    CHECK(right);
  }
}

int main() {
  check<__nv_fp8_e4m3>(true);
  check<__nv_fp8_e5m2>(false);
  const __nv_fp8x4_e4m3 four(make_float4(1, -2, 0.5f, 448));
  const float4 back = static_cast<float4>(four);
  CHECK(four.__x == 0x7e30c038u && back.x == 1 && back.y == -2 && back.z == 0.5f && back.w == 448);
  const __nv_fp8x2_e5m2 two(make_float2(3, 1e9f));
  CHECK(static_cast<float2>(two).x == 3 && static_cast<float2>(two).y == 57344);
  CHECK(static_cast<int>(__nv_fp8_e4m3(-3.5f)) == -3 &&
        __half2float(static_cast<half>(__nv_fp8_e5m2(half(0.25f)))) == 0.25f);
  return coverage::result();
}
