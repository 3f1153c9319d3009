#pragma once
// Atomic functions: real ones, because blocks run on several operating-system threads.
#include <stdint.h>

#include "gridmark/qualifiers.h"

#ifdef GRIDMARK_COUNTED
/// Tells the counters that the next access to these bytes is an atomic one.
extern "C" void gridmark_atomic_touch(const void* address, unsigned bytes);
#define GRIDMARK_ATOMIC_TOUCH(p) gridmark_atomic_touch(p, sizeof *(p))
#else
#define GRIDMARK_ATOMIC_TOUCH(p) static_cast<void>(0)
#endif

namespace gridmark::emulation {

/// *p = next(*p) in one step; returns what was there. `Bits` is the integer of T's size.
template <class Bits, class T, class Next>
GRIDMARK_INTRINSIC T atomic_update(T* p, Next next) {
  static_assert(sizeof(Bits) == sizeof(T));
  GRIDMARK_ATOMIC_TOUCH(p);
  Bits* cell = reinterpret_cast<Bits*>(p);
  Bits seen = __atomic_load_n(cell, __ATOMIC_RELAXED);
  for (;;) {
    T value;
    __builtin_memcpy(&value, &seen, sizeof value);
    const T changed = next(value);
    Bits wanted;
    __builtin_memcpy(&wanted, &changed, sizeof wanted);
    if (__atomic_compare_exchange_n(cell, &seen, wanted, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
      return value;
  }
}

}  // namespace gridmark::emulation

#define GRIDMARK_ATOMIC_BUILTIN(name, T, builtin)     \
  GRIDMARK_INTRINSIC T name(T* address, T value) {    \
    GRIDMARK_ATOMIC_TOUCH(address);                   \
    return builtin(address, value, __ATOMIC_SEQ_CST); \
  }
#define GRIDMARK_ATOMIC_INTEGER(T, Bits)                                                                   \
  GRIDMARK_ATOMIC_BUILTIN(atomicAdd, T, __atomic_fetch_add)                                                \
  GRIDMARK_ATOMIC_BUILTIN(atomicSub, T, __atomic_fetch_sub)                                                \
  GRIDMARK_ATOMIC_BUILTIN(atomicAnd, T, __atomic_fetch_and)                                                \
  GRIDMARK_ATOMIC_BUILTIN(atomicOr, T, __atomic_fetch_or)                                                  \
  GRIDMARK_ATOMIC_BUILTIN(atomicXor, T, __atomic_fetch_xor)                                                \
  GRIDMARK_ATOMIC_BUILTIN(atomicExch, T, __atomic_exchange_n)                                              \
  GRIDMARK_INTRINSIC T atomicMax(T* address, T value) {                                                    \
    return gridmark::emulation::atomic_update<Bits>(address,                                               \
                                                    [value](T old) { return old > value ? old : value; }); \
  }                                                                                                        \
  GRIDMARK_INTRINSIC T atomicMin(T* address, T value) {                                                    \
    return gridmark::emulation::atomic_update<Bits>(address,                                               \
                                                    [value](T old) { return old < value ? old : value; }); \
  }                                                                                                        \
  GRIDMARK_INTRINSIC T atomicCAS(T* address, T expected, T value) {                                        \
    GRIDMARK_ATOMIC_TOUCH(address);                                                                        \
    __atomic_compare_exchange_n(address, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);     \
    return expected;                                                                                       \
  }

GRIDMARK_ATOMIC_INTEGER(int, uint32_t)
GRIDMARK_ATOMIC_INTEGER(unsigned int, uint32_t)
GRIDMARK_ATOMIC_INTEGER(unsigned long long, uint64_t)
GRIDMARK_ATOMIC_INTEGER(long long, uint64_t)
#undef GRIDMARK_ATOMIC_INTEGER
#undef GRIDMARK_ATOMIC_BUILTIN

GRIDMARK_INTRINSIC unsigned short atomicCAS(unsigned short* address, unsigned short expected,
                                            unsigned short value) {
  GRIDMARK_ATOMIC_TOUCH(address);
  __atomic_compare_exchange_n(address, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return expected;
}
GRIDMARK_INTRINSIC float atomicAdd(float* address, float value) {
  return gridmark::emulation::atomic_update<uint32_t>(address, [value](float old) { return old + value; });
}
GRIDMARK_INTRINSIC double atomicAdd(double* address, double value) {
  return gridmark::emulation::atomic_update<uint64_t>(address, [value](double old) { return old + value; });
}
GRIDMARK_INTRINSIC float atomicExch(float* address, float value) {
  return gridmark::emulation::atomic_update<uint32_t>(address, [value](float) { return value; });
}
/// Counts up to `limit`, then wraps to 0.
GRIDMARK_INTRINSIC unsigned int atomicInc(unsigned int* address, unsigned int limit) {
  return gridmark::emulation::atomic_update<uint32_t>(
      address, [limit](unsigned old) { return old >= limit ? 0u : old + 1; });
}
/// Counts down to 0, then wraps to `limit`.
GRIDMARK_INTRINSIC unsigned int atomicDec(unsigned int* address, unsigned int limit) {
  return gridmark::emulation::atomic_update<uint32_t>(
      address, [limit](unsigned old) { return old == 0 || old > limit ? limit : old - 1; });
}

// A block is the whole scope here, or wider: the stronger function serves.
#define GRIDMARK_SCOPED(name)                               \
  template <class T>                                        \
  GRIDMARK_INTRINSIC T name##_block(T* address, T value) {  \
    return name(address, value);                            \
  }                                                         \
  template <class T>                                        \
  GRIDMARK_INTRINSIC T name##_system(T* address, T value) { \
    return name(address, value);                            \
  }
GRIDMARK_SCOPED(atomicAdd)
GRIDMARK_SCOPED(atomicSub)
GRIDMARK_SCOPED(atomicMin)
GRIDMARK_SCOPED(atomicMax)
GRIDMARK_SCOPED(atomicExch)
GRIDMARK_SCOPED(atomicAnd)
GRIDMARK_SCOPED(atomicOr)
GRIDMARK_SCOPED(atomicXor)
#undef GRIDMARK_SCOPED
