// Feature: half2 and bfloat16 in kernels: conversions, operators, pairs, functions, classes as CUDA has them
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cmath>
#include <cstring>
#include <type_traits>

#include "../check.h"

static_assert(std::is_trivially_default_constructible<half>::value, "may lie in unions and shared memory");
static_assert(sizeof(half2) == 4 && alignof(half2) == 4 && sizeof(__nv_bfloat162) == 4, "sizes");

struct Seen {
  float f[48];
  unsigned u[16];
  int i[16];
};

__global__ void halves(Seen* out, const half2* loaded, half2* stored) {
  __shared__ half tile[64];
  union {
    half2 pair;
    unsigned bits;
  } both;
  float* f = out->f;
  int n = 0;
  half a = 1.5f, b = 2, c = 0.25;
  tile[threadIdx.x] = a;
  a += b;
  f[n++] = a;                        // 3.5
  f[n++] = __half2float(a * b - c);  // 6.75
  f[n++] = -a;                       // -3.5
  f[n++] = float(a / b);             // 1.75
  f[n++] = ++c;                      // 1.25
  f[n++] = c--;                      // 1.25
  f[n++] = c;                        // 0.25
  const half2 x = __floats2half2_rn(1.0f, 2.0f), y = __halves2half2(a, b), z = make_half2(b, b);
  const half2 sum = __hadd2(x, y), fused = __hfma2(x, y, z);
  f[n++] = __low2float(sum);     // 4.5
  f[n++] = __high2float(sum);    // 4
  f[n++] = __low2float(fused);   // 5.5
  f[n++] = __high2float(fused);  // 6
  const float2 both_floats = __half22float2(x * y);
  f[n++] = both_floats.x;                                      // 3.5
  f[n++] = both_floats.y;                                      // 4
  f[n++] = __half2float(__low2half(__lowhigh2highlow(x)));     // 2
  f[n++] = __half2float(__high2half(__lows2half2(x, y)));      // 3.5
  f[n++] = __half2float(__low2half(__highs2half2(x, y)));      // 2
  f[n++] = __half2float(h2sqrt(__half2half2(half(16.0f))).y);  // 4
  f[n++] = __half2float(hexp2(half(3)));                       // 8
  f[n++] = __half2float(hfloor(half(-1.25f)));                 // -2
  f[n++] = __half2float(hrint(half(2.5f)));                    // 2
  f[n++] = __half2float(htrunc(half(-1.75f)));                 // -1
  f[n++] = __half2float(hceil(half(1.25f)));                   // 2
  f[n++] = __half2float(hrcp(half(8.0f)));                     // 0.125
  f[n++] = __half2float(hrsqrt(half(0.25f)));                  // 2
  f[n++] = __half2float(hlog2(half(1024.0f)));                 // 10
  const half2 complex_sum = __hcmadd(x, x, y);                 // (1 + 2i)^2 + 3.5 + 2i = 0.5 + 6i
  f[n++] = __low2float(complex_sum);
  f[n++] = __high2float(complex_sum);
  *stored = __ldg(loaded);
  f[n++] = __low2float(__shfl_down_sync(1, *stored, 0));                           // 7
  f[n++] = __half2float(__float2half_rn(*reinterpret_cast<const half*>(loaded)));  // 7
  n = 0;
  both.pair = make_half2(half(1.0f), half(-2.0f));
  out->u[n++] = both.bits;                                     // 0xc0003c00
  out->u[n++] = __heq2_mask(x, make_half2(half(1), half(1)));  // 0xffff
  out->u[n++] = __half_as_ushort(CUDART_INF_FP16);             // 0x7c00
  n = 0;
  out->i[n++] = __half2int_rn(half(2.5f));                                       // 2
  out->i[n++] = __half2int_ru(half(2.25f));                                      // 3
  out->i[n++] = __half2int_rd(half(-2.25f));                                     // -3
  out->i[n++] = __half2short_rz(CUDART_INF_FP16);                                // 32767
  out->i[n++] = __half2uint_rz(half(-5));                                        // 0
  out->i[n++] = __half2int_rz(CUDART_NAN_FP16);                                  // 0
  out->i[n++] = static_cast<int>(half(-7.9f));                                   // -7
  out->i[n++] = __hbgt2(y, x) + 2 * (x == x) + 4 * __hisinf(-CUDART_INF_FP16);   // 0 + 2 - 4
  out->i[n++] = __hisnan(CUDART_NAN_FP16) && !__hisnan(a) && (a > b) && a != b;  // 1
  out->i[n++] =
      __half_as_short(__int2half_rz(65535)) == 0x7bff && __half_as_ushort(__int2half_ru(2049)) == 0x6801;
}

__global__ void brains(Seen* out) {
  float* f = out->f;
  int n = 0;
  __nv_bfloat16 a = __float2bfloat16(1.5f), b = 3;
  nv_bfloat162 x = __floats2bfloat162_rn(2.0f, 4.0f);
  f[n++] = __bfloat162float(a + b);                             // 4.5
  f[n++] = a * b;                                               // 4.5
  f[n++] = __bfloat162float(__hfma(a, b, a));                   // 6
  f[n++] = __low2float(x * __bfloat162bfloat162(a));            // 3
  f[n++] = __high2float(__hmax2(x, __halves2bfloat162(b, b)));  // 4
  f[n++] = __bfloat1622float2(h2sqrt(__hmul2(x, x))).y;         // 4
  f[n++] = __bfloat162float(__float2bfloat16_rn(1.00390625f));  // the middle of 1 and 1.0078125: 1
  f[n++] = __bfloat162float(__float2bfloat16_ru(1.00390625f));  // 1.0078125
  f[n++] = __half2float(half(a));                               // 1.5
  f[n++] = __bfloat162float(__nv_bfloat16(half(0.5f)));         // 0.5
  f[n++] = __bfloat162float(hexp(__nv_bfloat16(0.0f)));         // 1
  f[n++] = __bfloat162float(__hneg(__habs(-b)));                // -3
  n = 0;
  out->i[n++] = __bfloat162int_rz(__nv_bfloat16(-2.75f));            // -2
  out->i[n++] = (a < b) && !(a == b) && __hltu(a, CUDART_NAN_BF16);  // 1
  out->u[0] = __bfloat16_as_ushort(__float2bfloat16(3.4e38f));       // rounds to infinity: 0x7f80
  // Smallest products: 2^-126 * 2^-8 = 2^-134 is the middle between 0 and 2^-133, and a little more rounds
  // up.
  const __nv_bfloat16 tiny = __ushort_as_bfloat16(0x0080);
  out->u[1] = __bfloat16_as_ushort(tiny * __float2bfloat16(0.00390625f));               // 0
  out->u[2] = __bfloat16_as_ushort(tiny * __float2bfloat16(0.00390625f * 1.0078125f));  // 1
}

int main() {
  coverage::Buffer<Seen> out(1);
  half2 seven;
  seven.x = __float2half(7.0f), seven.y = __float2half(9.0f);
  coverage::Buffer<half2> loaded(1, seven), stored(1);
  halves<<<1, 1>>>(out, loaded, stored);
  const Seen h = out.get()[0];
  const float floats[] = {3.5, 6.75, -3.5, 1.75, 1.25, 1.25, 0.25, 4.5,   4, 5.5, 6,   3.5, 4, 2, 3.5,
                          2,   4,    8,    -2,   2,    -1,   2,    0.125, 2, 10,  0.5, 6,   7, 7};
  for (size_t i = 0; i < sizeof floats / sizeof *floats; ++i) {
    if (h.f[i] != floats[i]) std::printf("half %zu: %g, not %g\n", i, h.f[i], floats[i]);
    CHECK(h.f[i] == floats[i]);
  }
  CHECK(h.u[0] == 0xc0003c00u && h.u[1] == 0xffffu && h.u[2] == 0x7c00u);
  const int ints[] = {2, 3, -3, 32767, 0, 0, -7, -2, 1, 1};
  for (int i = 0; i < 10; ++i) {
    if (h.i[i] != ints[i]) std::printf("int %d: %d\n", i, h.i[i]);
    CHECK(h.i[i] == ints[i]);
  }
  CHECK(__half2float(stored.get()[0].y) == 9.0f);
  brains<<<1, 1>>>(out);
  const Seen b = out.get()[0];
  const float brain_floats[] = {4.5, 4.5, 6, 3, 4, 4, 1, 1.0078125, 1.5, 0.5, 1, -3};
  for (int i = 0; i < 12; ++i) {
    if (b.f[i] != brain_floats[i]) std::printf("bfloat16 %d: %g\n", i, b.f[i]);
    CHECK(b.f[i] == brain_floats[i]);
  }
  CHECK(b.i[0] == -2 && b.i[1] == 1);
  CHECK(b.u[0] == 0x7f80 && b.u[1] == 0 && b.u[2] == 1);
  return coverage::result();
}
