// Feature: inline PTX: and, or, xor, not, shl, shr, shf, bfe, bfi, brev, popc, clz, bfind, lop3, prmt, dp4a, dp2a
#include "../check.h"

#include <cstdint>

constexpr int results = 28;

__global__ void bits(const unsigned* a, const unsigned* b, unsigned* out) {
  const unsigned x = a[threadIdx.x], y = b[threadIdx.x];
  unsigned* r = out + results * threadIdx.x;
  asm("and.b32 %0, %1, %2;" : "=r"(r[0]) : "r"(x), "r"(y));
  asm("or.b32 %0, %1, 0xF0;" : "=r"(r[1]) : "r"(x));
  asm("xor.b32 %0, %1, %2;" : "=r"(r[2]) : "r"(x), "r"(y));
  asm("not.b32 %0, %1;" : "=r"(r[3]) : "r"(x));
  asm("shl.b32 %0, %1, %2;" : "=r"(r[4]) : "r"(x), "r"(y & 63));
  asm("shr.u32 %0, %1, %2;" : "=r"(r[5]) : "r"(x), "r"(y & 63));
  asm("shr.s32 %0, %1, %2;" : "=r"(r[6]) : "r"(x), "r"(y & 63));
  asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(r[7]) : "r"(x), "r"(y), "r"(37));
  asm("shf.r.clamp.b32 %0, %1, %2, %3;" : "=r"(r[8]) : "r"(x), "r"(y), "r"(37));
  asm("bfe.u32 %0, %1, %2, %3;" : "=r"(r[9]) : "r"(x), "r"(5), "r"(y & 31));
  asm("bfe.s32 %0, %1, 20, 10;" : "=r"(r[10]) : "r"(x));
  asm("bfe.s32 %0, %1, 28, 10;" : "=r"(r[11]) : "r"(x));
  asm("bfi.b32 %0, %1, %2, 8, 12;" : "=r"(r[12]) : "r"(x), "r"(y));
  asm("brev.b32 %0, %1;" : "=r"(r[13]) : "r"(x));
  asm("popc.b32 %0, %1;" : "=r"(r[14]) : "r"(x));
  asm("clz.b32 %0, %1;" : "=r"(r[15]) : "r"(x));
  asm("bfind.u32 %0, %1;" : "=r"(r[16]) : "r"(x));
  asm("bfind.s32 %0, %1;" : "=r"(r[17]) : "r"(x));
  asm("bfind.shiftamt.u32 %0, %1;" : "=r"(r[18]) : "r"(x));
  asm("lop3.b32 %0, %1, %2, %3, 0xE8;" : "=r"(r[19]) : "r"(x), "r"(y), "r"(0x0f0f5533));
  asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(r[20]) : "r"(x), "r"(y), "r"(0x0f0f5533), "n"((0xF0 & 0xCC) ^ 0xAA));
  asm("prmt.b32 %0, %1, %2, 0x5140;" : "=r"(r[21]) : "r"(x), "r"(y));
  asm("prmt.b32 %0, %1, %2, %3;" : "=r"(r[22]) : "r"(x), "r"(y), "r"(0xb9d7));
  asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(r[23]) : "r"(x), "r"(y), "r"(100));
  asm("dp4a.u32.u32 %0, %1, %2, %3;" : "=r"(r[24]) : "r"(x), "r"(y), "r"(100));
  asm("dp2a.lo.s32.s32 %0, %1, %2, %3;" : "=r"(r[25]) : "r"(x), "r"(y), "r"(1));
  unsigned long long wide = (unsigned long long)x << 32 | y;
  asm("popc.b64 %0, %1;" : "=r"(r[26]) : "l"(wide));
  asm("clz.b64 %0, %1;" : "=r"(r[27]) : "l"(wide));
}

int main() {
  std::vector<unsigned> xs = {0, 1, ~0u, 0x80000000u, 0x7fffffffu}, ys = {0, ~0u, 32, 31, 0x80};
  unsigned seed = 7;
  while (xs.size() < 256) {
    xs.push_back(seed = seed * 1664525u + 1013904223u);
    ys.push_back(seed = seed * 1664525u + 1013904223u);
  }
  coverage::Buffer<unsigned> a(xs), b(ys), out(results * 256);
  bits<<<1, 256>>>(a, b, out);
  const auto values = out.get();
  for (size_t i = 0; i < xs.size(); ++i) {
    const unsigned x = xs[i], y = ys[i], shift = y & 63, *r = &values[results * i];
    CHECK(r[0] == (x & y) && r[1] == (x | 0xf0) && r[2] == (x ^ y) && r[3] == ~x);
    CHECK(r[4] == (shift > 31 ? 0 : x << shift));
    CHECK(r[5] == (shift > 31 ? 0 : x >> shift));
    CHECK(r[6] == (unsigned)((int)x >> (shift > 31 ? 31 : shift)));
    CHECK(r[7] == (y << 5 | x >> 27));
    CHECK(r[8] == y);
    CHECK(r[9] == (x >> 5 & ((1ull << (y & 31)) - 1)));
    CHECK(r[10] == (unsigned)((int)(x << 2) >> 22));
    CHECK(r[11] == (unsigned)((int)x >> 28));
    CHECK(r[12] == ((y & 0xfff000ff) | (x & 0xfff) << 8));
    unsigned reversed = 0, ones = 0, high = ~0u;
    for (int k = 0; k < 32; ++k) {
      reversed |= (x >> k & 1) << (31 - k);
      ones += x >> k & 1;
      if (x >> k & 1) high = k;
    }
    CHECK(r[13] == reversed && r[14] == ones && r[15] == 31 - high && r[16] == high);
    unsigned differs = ~0u;
    for (int k = 0; k < 31; ++k)
      if ((x >> k & 1) != x >> 31) differs = k;
    CHECK(r[17] == differs);
    CHECK(r[18] == (high == ~0u ? ~0u : 31 - high));
    const unsigned z = 0x0f0f5533;
    CHECK(r[19] == ((x & y) | (y & z) | (x & z)));
    CHECK(r[20] == ((x & y) ^ z));
    CHECK(r[21] == ((x & 255) | (y & 255) << 8 | (x >> 8 & 255) << 16 | (y >> 8 & 255) << 24));
    const auto sign = [](unsigned byte) { return byte & 128 ? 255u : 0u; };
    CHECK(r[22] == ((y >> 24) | sign(y >> 8 & 255) << 8 | sign(x >> 8 & 255) << 16 | sign(x >> 24) << 24));
    int dot = 100, dot2 = 1;
    unsigned udot = 100;
    for (int k = 0; k < 4; ++k) {
      dot += (int8_t)(x >> 8 * k) * (int8_t)(y >> 8 * k);
      udot += (x >> 8 * k & 255) * (y >> 8 * k & 255);
    }
    for (int k = 0; k < 2; ++k) dot2 += (int16_t)(x >> 16 * k) * (int8_t)(y >> 8 * k);
    CHECK((int)r[23] == dot && r[24] == udot && (int)r[25] == dot2);
    const unsigned long long wide = (unsigned long long)x << 32 | y;
    CHECK(r[26] == (unsigned)__builtin_popcountll(wide));
    CHECK(r[27] == (wide ? (unsigned)__builtin_clzll(wide) : 64));
  }
  return coverage::result();
}
