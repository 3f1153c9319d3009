#pragma once
// Integer and bit functions of device code, and casts of bits.
#include <stdint.h>

#include "gridmark/qualifiers.h"
#include "gridmark/vector_types.h"

namespace gridmark {
namespace emulation {
template <class To, class From>
GRIDMARK_INTRINSIC To bit_cast(From from) {
  static_assert(sizeof(To) == sizeof(From), "a cast of bits keeps the size");
  To to;
  __builtin_memcpy(&to, &from, sizeof to);
  return to;
}
__extension__ typedef __int128 Wide;
__extension__ typedef unsigned __int128 UnsignedWide;
}  // namespace emulation
}  // namespace gridmark

GRIDMARK_INTRINSIC int __float_as_int(float x) { return gridmark::emulation::bit_cast<int>(x); }
GRIDMARK_INTRINSIC unsigned __float_as_uint(float x) { return gridmark::emulation::bit_cast<unsigned>(x); }
GRIDMARK_INTRINSIC float __int_as_float(int x) { return gridmark::emulation::bit_cast<float>(x); }
GRIDMARK_INTRINSIC float __uint_as_float(unsigned x) { return gridmark::emulation::bit_cast<float>(x); }
GRIDMARK_INTRINSIC long long __double_as_longlong(double x) {
  return gridmark::emulation::bit_cast<long long>(x);
}
GRIDMARK_INTRINSIC double __longlong_as_double(long long x) {
  return gridmark::emulation::bit_cast<double>(x);
}
GRIDMARK_INTRINSIC int __double2hiint(double x) { return static_cast<int>(__double_as_longlong(x) >> 32); }
GRIDMARK_INTRINSIC int __double2loint(double x) { return static_cast<int>(__double_as_longlong(x)); }
GRIDMARK_INTRINSIC double __hiloint2double(int high, int low) {
  return gridmark::emulation::bit_cast<double>(static_cast<uint64_t>(static_cast<uint32_t>(high)) << 32 |
                                               static_cast<uint32_t>(low));
}

// Bits counted, found and reversed.
GRIDMARK_INTRINSIC int __popc(unsigned x) { return __builtin_popcount(x); }
GRIDMARK_INTRINSIC int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
GRIDMARK_INTRINSIC int __clz(int x) { return x ? __builtin_clz(static_cast<unsigned>(x)) : 32; }
GRIDMARK_INTRINSIC int __clzll(long long x) {
  return x ? __builtin_clzll(static_cast<unsigned long long>(x)) : 64;
}
GRIDMARK_INTRINSIC int __ffs(int x) { return __builtin_ffs(x); }
GRIDMARK_INTRINSIC int __ffsll(long long x) { return __builtin_ffsll(x); }
GRIDMARK_INTRINSIC unsigned __brev(unsigned x) {
  x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
  x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
  return __builtin_bswap32(x);
}
GRIDMARK_INTRINSIC unsigned long long __brevll(unsigned long long x) {
  return static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32 |
         __brev(static_cast<unsigned>(x >> 32));
}
/// The place of the |offset|-th set bit of `mask`, counted from bit `base` upwards (offset > 0) or downwards.
/// With offset 0, `base` itself if that bit is set. All ones if there is none.
GRIDMARK_INTRINSIC unsigned __fns(unsigned mask, unsigned base, int offset) {
  base &= 31u;
  if (offset == 0) return mask >> base & 1u ? base : ~0u;
  int left = offset < 0 ? -offset : offset;
  for (int at = static_cast<int>(base); at >= 0 && at < 32; at += offset < 0 ? -1 : 1)
    if (mask >> at & 1u && --left == 0) return static_cast<unsigned>(at);
  return ~0u;
}

/// Bytes of {y:x} picked by the four nibbles of `selector`.
GRIDMARK_INTRINSIC unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const uint64_t bytes = static_cast<uint64_t>(y) << 32 | x;
  unsigned picked = 0;
  for (int i = 0; i < 4; ++i)
    picked |= static_cast<unsigned>(bytes >> (selector >> 4 * i & 7) * 8 & 0xff) << 8 * i;
  return picked;
}
// {high:low} shifted. The forms with "c" clamp the shift at 32, the others take it modulo 32.
GRIDMARK_INTRINSIC unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>(((static_cast<uint64_t>(high) << 32 | low) << (shift & 31)) >> 32);
}
GRIDMARK_INTRINSIC unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((static_cast<uint64_t>(high) << 32 | low) >> (shift & 31));
}
GRIDMARK_INTRINSIC unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
GRIDMARK_INTRINSIC unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}

// Products.
GRIDMARK_INTRINSIC int __mulhi(int a, int b) { return static_cast<int>((static_cast<int64_t>(a) * b) >> 32); }
GRIDMARK_INTRINSIC unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>((static_cast<uint64_t>(a) * b) >> 32);
}
GRIDMARK_INTRINSIC long long __mul64hi(long long a, long long b) {
  return static_cast<long long>((static_cast<gridmark::emulation::Wide>(a) * b) >> 64);
}
GRIDMARK_INTRINSIC unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return static_cast<unsigned long long>((static_cast<gridmark::emulation::UnsignedWide>(a) * b) >> 64);
}
GRIDMARK_INTRINSIC unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffffu) * (b & 0xffffffu); }
GRIDMARK_INTRINSIC int __mul24(int a, int b) {
  const int64_t first = static_cast<int>(static_cast<unsigned>(a) << 8) >> 8;
  return static_cast<int>(first * (static_cast<int>(static_cast<unsigned>(b) << 8) >> 8));
}
GRIDMARK_INTRINSIC int mulhi(int a, int b) { return __mulhi(a, b); }
GRIDMARK_INTRINSIC unsigned mulhi(unsigned a, unsigned b) { return __umulhi(a, b); }
GRIDMARK_INTRINSIC unsigned mulhi(int a, unsigned b) { return __umulhi(static_cast<unsigned>(a), b); }
GRIDMARK_INTRINSIC unsigned mulhi(unsigned a, int b) { return __umulhi(a, static_cast<unsigned>(b)); }
GRIDMARK_INTRINSIC long long mul64hi(long long a, long long b) { return __mul64hi(a, b); }
GRIDMARK_INTRINSIC unsigned long long mul64hi(unsigned long long a, unsigned long long b) {
  return __umul64hi(a, b);
}
GRIDMARK_INTRINSIC int mul24(int a, int b) { return __mul24(a, b); }
GRIDMARK_INTRINSIC unsigned umul24(unsigned a, unsigned b) { return __umul24(a, b); }

// Sums of differences, and means without overflow ("r": rounded up).
GRIDMARK_INTRINSIC unsigned __sad(int a, int b, unsigned c) {
  return c + static_cast<unsigned>(a > b ? static_cast<int64_t>(a) - b : static_cast<int64_t>(b) - a);
}
GRIDMARK_INTRINSIC unsigned __usad(unsigned a, unsigned b, unsigned c) { return c + (a > b ? a - b : b - a); }
GRIDMARK_INTRINSIC int __hadd(int a, int b) { return static_cast<int>((static_cast<int64_t>(a) + b) >> 1); }
GRIDMARK_INTRINSIC int __rhadd(int a, int b) {
  return static_cast<int>((static_cast<int64_t>(a) + b + 1) >> 1);
}
GRIDMARK_INTRINSIC unsigned __uhadd(unsigned a, unsigned b) {
  return static_cast<unsigned>((static_cast<uint64_t>(a) + b) >> 1);
}
GRIDMARK_INTRINSIC unsigned __urhadd(unsigned a, unsigned b) {
  return static_cast<unsigned>((static_cast<uint64_t>(a) + b + 1) >> 1);
}

// Dot products of bytes with bytes (dp4a), and of 16-bit halves with the low or high two bytes (dp2a).
namespace gridmark {
namespace emulation {
/// Sums wrap, so they are unsigned. A and B give the signedness of the factors.
template <class Short, class Byte, class A, class B>
GRIDMARK_INTRINSIC unsigned dot2(A a, B b, int first, unsigned sum) {
  for (int i = 0; i < 2; ++i)
    sum += static_cast<unsigned>(static_cast<Short>(static_cast<unsigned>(a) >> 16 * i) *
                                 static_cast<Byte>(static_cast<unsigned>(b) >> 8 * (first + i)));
  return sum;
}
template <class Byte, class T>
GRIDMARK_INTRINSIC unsigned dot4(T a, T b, unsigned sum) {
  for (int i = 0; i < 32; i += 8)
    sum += static_cast<unsigned>(static_cast<Byte>(static_cast<unsigned>(a) >> i) *
                                 static_cast<Byte>(static_cast<unsigned>(b) >> i));
  return sum;
}
}  // namespace emulation
}  // namespace gridmark

GRIDMARK_INTRINSIC int __dp4a(int a, int b, int sum) {
  return static_cast<int>(gridmark::emulation::dot4<int8_t>(a, b, static_cast<unsigned>(sum)));
}
GRIDMARK_INTRINSIC unsigned __dp4a(unsigned a, unsigned b, unsigned sum) {
  return gridmark::emulation::dot4<uint8_t>(a, b, sum);
}
GRIDMARK_INTRINSIC int __dp4a(char4 a, char4 b, int sum) {
  return __dp4a(gridmark::emulation::bit_cast<int>(a), gridmark::emulation::bit_cast<int>(b), sum);
}
GRIDMARK_INTRINSIC unsigned __dp4a(uchar4 a, uchar4 b, unsigned sum) {
  return __dp4a(gridmark::emulation::bit_cast<unsigned>(a), gridmark::emulation::bit_cast<unsigned>(b), sum);
}
#define GRIDMARK_DP2A(name, first)                                                                      \
  GRIDMARK_INTRINSIC int name(int a, int b, int sum) {                                                  \
    return static_cast<int>(                                                                            \
        gridmark::emulation::dot2<int16_t, int8_t>(a, b, first, static_cast<unsigned>(sum)));           \
  }                                                                                                     \
  GRIDMARK_INTRINSIC unsigned name(unsigned a, unsigned b, unsigned sum) {                              \
    return gridmark::emulation::dot2<uint16_t, uint8_t>(a, b, first, sum);                              \
  }                                                                                                     \
  GRIDMARK_INTRINSIC int name(short2 a, char4 b, int sum) {                                             \
    return name(gridmark::emulation::bit_cast<int>(a), gridmark::emulation::bit_cast<int>(b), sum);     \
  }                                                                                                     \
  GRIDMARK_INTRINSIC unsigned name(ushort2 a, uchar4 b, unsigned sum) {                                 \
    return name(gridmark::emulation::bit_cast<unsigned>(a), gridmark::emulation::bit_cast<unsigned>(b), \
                sum);                                                                                   \
  }
GRIDMARK_DP2A(__dp2a_lo, 0)
GRIDMARK_DP2A(__dp2a_hi, 2)
#undef GRIDMARK_DP2A
