// Feature: SIMD in a word: __vadd4, __vabsdiffu4, __vcmpgts2, __vsadu4 and similar functions, __vimax3, __viaddmin
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <type_traits>

#include "../check.h"

constexpr int functions = 34;

__global__ void compute(const unsigned* x, const unsigned* y, unsigned* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const unsigned a = x[i], b = y[i];
  const unsigned results[functions] = {
      __vadd2(a, b),      __vadd4(a, b),      __vaddss2(a, b),  __vaddss4(a, b), __vaddus2(a, b),
      __vaddus4(a, b),    __vsub2(a, b),      __vsub4(a, b),    __vsubss2(a, b), __vsubss4(a, b),
      __vsubus2(a, b),    __vsubus4(a, b),    __vavgs2(a, b),   __vavgs4(a, b),  __vavgu2(a, b),
      __vavgu4(a, b),     __vmaxs2(a, b),     __vmaxs4(a, b),   __vminu2(a, b),  __vminu4(a, b),
      __vabsdiffs2(a, b), __vabsdiffu4(a, b), __vsads2(a, b),   __vsadu4(a, b),  __vcmpgts2(a, b),
      __vcmpltu4(a, b),   __vseteq2(a, b),    __vsetges4(a, b), __vabs4(a),      __vabsss2(a),
      __vnegss4(a),       __vneg2(a),         __vhaddu4(a, b),  __vcmpne4(a, b)};
  for (int k = 0; k < functions; ++k) out[i * functions + k] = results[k];
}

__global__ void three(int* out) {
  bool first;
  out[0] = __vimax3_s32(-1, 5, 3), out[1] = __vimin3_s32_relu(-1, 5, 3),
  out[2] = __viaddmax_s32(0x7fffffff, 1, -9);
  out[3] = __vimax3_u16x2(0x00018000u, 0x00020001u, 0x00030002u) == 0x00038000u;
  out[4] = __vibmax_s32(3, 3, &first) + 10 * first,
  out[5] = __viaddmin_s16x2(0x00010001u, 0x7fff0001u, 0) == 0x80000000u;
}

template <class E, class F>
unsigned each(unsigned a, unsigned b, F f) {
  unsigned result = 0;
  for (unsigned at = 0; at < 32; at += 8 * sizeof(E))
    result |= unsigned(static_cast<typename std::make_unsigned<E>::type>(f(int(E(a >> at)), int(E(b >> at)))))
              << at;
  return result;
}
template <class E, class F>
unsigned total(unsigned a, unsigned b, F f) {
  unsigned result = 0;
  for (unsigned at = 0; at < 32; at += 8 * sizeof(E)) result += f(int(E(a >> at)), int(E(b >> at)));
  return result;
}

int main() {
  using S2 = std::int16_t;
  using U2 = std::uint16_t;
  using S4 = std::int8_t;
  using U4 = std::uint8_t;
  std::vector<unsigned> x, y;
  unsigned random = 9;
  for (unsigned a : {0u, 0x80808080u, 0x7f7f7f7fu, 0x80008000u, 0x7fff8001u, ~0u})
    for (unsigned b : {0u, 0x80808080u, 0x01010101u, 0x80008000u, 0x7fff7fffu, ~0u})
      x.push_back(a), y.push_back(b);
  for (int i = 0; i < 2000; ++i) {
    x.push_back(random = random * 1664525u + 1013904223u);
    y.push_back(random = random * 1664525u + 1013904223u);
  }
  const int count = static_cast<int>(x.size());
  coverage::Buffer<unsigned> dx(x), dy(y), out(x.size() * functions);
  compute<<<(count + 63) / 64, 64>>>(dx, dy, out, count);
  const auto seen = out.get();
  auto add = [](int a, int b) { return a + b; };
  auto sub = [](int a, int b) { return a - b; };
  auto clamp = [](int v, int low, int high) { return std::max(low, std::min(v, high)); };
  // Rounds to nearest, halves away from zero.
  auto average = [](int a, int b) { return a + b >= 0 ? (a + b + 1) / 2 : -((1 - a - b) / 2); };
  auto far = [](int a, int b) { return std::abs(a - b); };
  int wrong[functions] = {};
  for (int i = 0; i < count; ++i) {
    const unsigned a = x[i], b = y[i];
    auto ss2 = [&](int v) { return clamp(v, -32768, 32767); };
    auto ss4 = [&](int v) { return clamp(v, -128, 127); };
    auto us2 = [&](int v) { return clamp(v, 0, 65535); };
    auto us4 = [&](int v) { return clamp(v, 0, 255); };
    const unsigned expected[functions] = {each<S2>(a, b, add),
                                          each<S4>(a, b, add),
                                          each<S2>(a, b, [&](int p, int q) { return ss2(p + q); }),
                                          each<S4>(a, b, [&](int p, int q) { return ss4(p + q); }),
                                          each<U2>(a, b, [&](int p, int q) { return us2(p + q); }),
                                          each<U4>(a, b, [&](int p, int q) { return us4(p + q); }),
                                          each<S2>(a, b, sub),
                                          each<S4>(a, b, sub),
                                          each<S2>(a, b, [&](int p, int q) { return ss2(p - q); }),
                                          each<S4>(a, b, [&](int p, int q) { return ss4(p - q); }),
                                          each<U2>(a, b, [&](int p, int q) { return us2(p - q); }),
                                          each<U4>(a, b, [&](int p, int q) { return us4(p - q); }),
                                          each<S2>(a, b, average),
                                          each<S4>(a, b, average),
                                          each<U2>(a, b, average),
                                          each<U4>(a, b, average),
                                          each<S2>(a, b, [](int p, int q) { return std::max(p, q); }),
                                          each<S4>(a, b, [](int p, int q) { return std::max(p, q); }),
                                          each<U2>(a, b, [](int p, int q) { return std::min(p, q); }),
                                          each<U4>(a, b, [](int p, int q) { return std::min(p, q); }),
                                          each<S2>(a, b, far),
                                          each<U4>(a, b, far),
                                          total<S2>(a, b, far),
                                          total<U4>(a, b, far),
                                          each<S2>(a, b, [](int p, int q) { return p > q ? -1 : 0; }),
                                          each<U4>(a, b, [](int p, int q) { return p < q ? -1 : 0; }),
                                          each<U2>(a, b, [](int p, int q) { return p == q; }),
                                          each<S4>(a, b, [](int p, int q) { return p >= q; }),
                                          each<S4>(a, b, [](int p, int) { return std::abs(p); }),
                                          each<S2>(a, b, [&](int p, int) { return ss2(std::abs(p)); }),
                                          each<S4>(a, b, [&](int p, int) { return ss4(-p); }),
                                          each<S2>(a, b, [](int p, int) { return -p; }),
                                          each<U4>(a, b, [](int p, int q) { return (p + q) / 2; }),
                                          each<U4>(a, b, [](int p, int q) { return p != q ? -1 : 0; })};
    for (int k = 0; k < functions; ++k) wrong[k] += seen[i * functions + k] != expected[k];
  }
  for (int k = 0; k < functions; ++k) {
    if (wrong[k]) std::printf("function %d: %d wrong\n", k, wrong[k]);
    CHECK(wrong[k] == 0);
  }
  coverage::Buffer<int> ints(6);
  three<<<1, 1>>>(ints);
  const auto t = ints.get();
  CHECK(t[0] == 5 && t[1] == 0 && t[2] == -9 && t[3] == 1 && t[4] == 13 && t[5] == 1);
  return coverage::result();
}
