#pragma once
// Barriers, fences, timers and bit operations of device code.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "gridmark/coordinates.h"
#include "gridmark/qualifiers.h"

// The engine takes the return address of these calls for the line of the source, so none may be a jump.
#define GRIDMARK_STAY_A_CALL __asm__ volatile("")

extern "C" {
void gridmark_barrier(void);
int gridmark_barrier_count(int predicate);
int gridmark_barrier_and(int predicate);
int gridmark_barrier_or(int predicate);
void gridmark_yield(void);
void __trap(void) __attribute__((noreturn));
}

GRIDMARK_INTRINSIC void __syncthreads() {
  gridmark_barrier();
  GRIDMARK_STAY_A_CALL;
}
GRIDMARK_INTRINSIC int __syncthreads_count(int predicate) {
  const int result = gridmark_barrier_count(predicate);
  GRIDMARK_STAY_A_CALL;
  return result;
}
GRIDMARK_INTRINSIC int __syncthreads_and(int predicate) {
  const int result = gridmark_barrier_and(predicate);
  GRIDMARK_STAY_A_CALL;
  return result;
}
GRIDMARK_INTRINSIC int __syncthreads_or(int predicate) {
  const int result = gridmark_barrier_or(predicate);
  GRIDMARK_STAY_A_CALL;
  return result;
}
/// Lets other device threads of the block run.
GRIDMARK_INTRINSIC void __nanosleep(unsigned) { gridmark_yield(); }

GRIDMARK_INTRINSIC void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
GRIDMARK_INTRINSIC void __threadfence_block() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
GRIDMARK_INTRINSIC void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

/// Ticks of the host's time stamp counter: they rise, and have no meaning as device cycles.
GRIDMARK_INTRINSIC long long clock64() { return static_cast<long long>(__builtin_ia32_rdtsc()); }
GRIDMARK_INTRINSIC unsigned long long __globaltimer() { return __builtin_ia32_rdtsc(); }

namespace gridmark::emulation {
template <class To, class From>
GRIDMARK_INTRINSIC To bit_cast(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  __builtin_memcpy(&to, &from, sizeof to);
  return to;
}
}  // namespace gridmark::emulation

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
/// Bytes of {y:x} picked by the four nibbles of `selector`.
GRIDMARK_INTRINSIC unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const uint64_t bytes = static_cast<uint64_t>(y) << 32 | x;
  unsigned picked = 0;
  for (int i = 0; i < 4; ++i)
    picked |= static_cast<unsigned>(bytes >> (selector >> 4 * i & 7) * 8 & 0xff) << 8 * i;
  return picked;
}
GRIDMARK_INTRINSIC unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>(((static_cast<uint64_t>(high) << 32 | low) << (shift & 31)) >> 32);
}
GRIDMARK_INTRINSIC unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((static_cast<uint64_t>(high) << 32 | low) >> (shift & 31));
}

GRIDMARK_INTRINSIC int __mulhi(int a, int b) { return static_cast<int>((static_cast<int64_t>(a) * b) >> 32); }
GRIDMARK_INTRINSIC unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>((static_cast<uint64_t>(a) * b) >> 32);
}
GRIDMARK_INTRINSIC unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  __extension__ typedef unsigned __int128 Wide;
  return static_cast<unsigned long long>((static_cast<Wide>(a) * b) >> 64);
}
GRIDMARK_INTRINSIC int __mul24(int a, int b) { return (a << 8 >> 8) * (b << 8 >> 8); }
GRIDMARK_INTRINSIC unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffffu) * (b & 0xffffffu); }
GRIDMARK_INTRINSIC unsigned __sad(int a, int b, unsigned c) {
  return c + static_cast<unsigned>(a > b ? static_cast<int64_t>(a) - b : static_cast<int64_t>(b) - a);
}
GRIDMARK_INTRINSIC int __dp4a(int a, int b, int sum) {
  for (int i = 0; i < 32; i += 8) sum += static_cast<int8_t>(a >> i) * static_cast<int8_t>(b >> i);
  return sum;
}

// Cache hints change no value.
template <class T>
GRIDMARK_INTRINSIC T __ldg(const T* p) {
  return *p;
}
template <class T>
GRIDMARK_INTRINSIC T __ldca(const T* p) {
  return *p;
}
template <class T>
GRIDMARK_INTRINSIC T __ldcg(const T* p) {
  return *p;
}
template <class T>
GRIDMARK_INTRINSIC T __ldcs(const T* p) {
  return *p;
}
template <class T>
GRIDMARK_INTRINSIC void __stcg(T* p, T value) {
  *p = value;
}
template <class T>
GRIDMARK_INTRINSIC void __stcs(T* p, T value) {
  *p = value;
}
template <class T>
GRIDMARK_INTRINSIC void __stwb(T* p, T value) {
  *p = value;
}
