#pragma once
// Atomic functions: real ones, because blocks run on several operating-system threads.
#include <stdint.h>

#include "gridmark/qualifiers.h"

#ifdef GRIDMARK_COUNTED
/// Informs the counters that the next access to these bytes is atomic.
extern "C" void gridmark_atomic_touch(const void* address, unsigned bytes);
#define GRIDMARK_ATOMIC_TOUCH(p) gridmark_atomic_touch(p, sizeof *(p))
/// The same for an access that ignores the old value.
extern "C" void gridmark_exchange_touch(const void* address, unsigned bytes);
#define GRIDMARK_EXCHANGE_TOUCH(p) gridmark_exchange_touch(p, sizeof *(p))
/// The same for one that only reads.
extern "C" void gridmark_atomic_load_touch(const void* address, unsigned bytes);
#define GRIDMARK_ATOMIC_LOAD_TOUCH(p) gridmark_atomic_load_touch(p, sizeof *(p))
#else
#define GRIDMARK_ATOMIC_TOUCH(p) static_cast<void>(0)
#define GRIDMARK_EXCHANGE_TOUCH(p) static_cast<void>(0)
#define GRIDMARK_ATOMIC_LOAD_TOUCH(p) static_cast<void>(0)
#endif

namespace gridmark::emulation {

/// *p = next(*p) in one step. Returns the old value. `Bits` is the integer of T's size.
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

/// *p = value in one step. Returns the old value.
template <class Bits, class T>
GRIDMARK_INTRINSIC T atomic_exchange(T* p, T value) {
  static_assert(sizeof(Bits) == sizeof(T));
  GRIDMARK_EXCHANGE_TOUCH(p);
  Bits bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  const Bits old = __atomic_exchange_n(reinterpret_cast<Bits*>(p), bits, __ATOMIC_SEQ_CST);
  __builtin_memcpy(&value, &old, sizeof old);
  return value;
}

template <class T>
struct AsGiven {
  using type = T;
};

}  // namespace gridmark::emulation

// All scopes here are at least a block, so one function serves device, block and system scope.
#define GRIDMARK_ATOMIC_SCOPES(define, name, ...) \
  define(name, __VA_ARGS__) define(name##_block, __VA_ARGS__) define(name##_system, __VA_ARGS__)

#define GRIDMARK_ATOMIC_BUILTIN(name, T, builtin)     \
  GRIDMARK_INTRINSIC T name(T* address, T value) {    \
    GRIDMARK_ATOMIC_TOUCH(address);                   \
    return builtin(address, value, __ATOMIC_SEQ_CST); \
  }
/// `next` is an expression of `old` and `value`.
#define GRIDMARK_ATOMIC_UPDATE(name, T, Bits, next)                                                   \
  GRIDMARK_INTRINSIC T name(T* address, T value) {                                                    \
    return gridmark::emulation::atomic_update<Bits>(address,                                          \
                                                    [value](T old) { return static_cast<T>(next); }); \
  }
#define GRIDMARK_ATOMIC_EXCHANGE(name, T, Bits)                        \
  GRIDMARK_INTRINSIC T name(T* address, T value) {                     \
    return gridmark::emulation::atomic_exchange<Bits>(address, value); \
  }
#define GRIDMARK_ATOMIC_COMPARE(name, T)                                                               \
  GRIDMARK_INTRINSIC T name(T* address, T expected, T value) {                                         \
    GRIDMARK_ATOMIC_TOUCH(address);                                                                    \
    __atomic_compare_exchange_n(address, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    return expected;                                                                                   \
  }

// The types are CUDA's for each function, so that code that compiles here compiles there.
#define GRIDMARK_ATOMIC_EACH_BUILTIN(name, T, builtin) \
  GRIDMARK_ATOMIC_SCOPES(GRIDMARK_ATOMIC_BUILTIN, name, T, builtin)
GRIDMARK_ATOMIC_EACH_BUILTIN(atomicAdd, int, __atomic_fetch_add)
GRIDMARK_ATOMIC_EACH_BUILTIN(atomicAdd, unsigned int, __atomic_fetch_add)
GRIDMARK_ATOMIC_EACH_BUILTIN(atomicAdd, unsigned long long, __atomic_fetch_add)
GRIDMARK_ATOMIC_EACH_BUILTIN(atomicSub, int, __atomic_fetch_sub)
GRIDMARK_ATOMIC_EACH_BUILTIN(atomicSub, unsigned int, __atomic_fetch_sub)
GRIDMARK_ATOMIC_SCOPES(GRIDMARK_ATOMIC_EXCHANGE, atomicExch, int, uint32_t)
GRIDMARK_ATOMIC_SCOPES(GRIDMARK_ATOMIC_EXCHANGE, atomicExch, unsigned int, uint32_t)
GRIDMARK_ATOMIC_SCOPES(GRIDMARK_ATOMIC_EXCHANGE, atomicExch, unsigned long long, uint64_t)
GRIDMARK_ATOMIC_SCOPES(GRIDMARK_ATOMIC_EXCHANGE, atomicExch, float, uint32_t)
#define GRIDMARK_ATOMIC_BITWISE(T)                               \
  GRIDMARK_ATOMIC_EACH_BUILTIN(atomicAnd, T, __atomic_fetch_and) \
  GRIDMARK_ATOMIC_EACH_BUILTIN(atomicOr, T, __atomic_fetch_or)   \
  GRIDMARK_ATOMIC_EACH_BUILTIN(atomicXor, T, __atomic_fetch_xor)
GRIDMARK_ATOMIC_BITWISE(int)
GRIDMARK_ATOMIC_BITWISE(unsigned int)
GRIDMARK_ATOMIC_BITWISE(long long)
GRIDMARK_ATOMIC_BITWISE(unsigned long long)

#define GRIDMARK_ATOMIC_EACH_UPDATE(name, T, Bits, next) \
  GRIDMARK_ATOMIC_SCOPES(GRIDMARK_ATOMIC_UPDATE, name, T, Bits, next)
#define GRIDMARK_ATOMIC_ORDERED(T, Bits)                                     \
  GRIDMARK_ATOMIC_EACH_UPDATE(atomicMin, T, Bits, old < value ? old : value) \
  GRIDMARK_ATOMIC_EACH_UPDATE(atomicMax, T, Bits, old > value ? old : value)
GRIDMARK_ATOMIC_ORDERED(int, uint32_t)
GRIDMARK_ATOMIC_ORDERED(unsigned int, uint32_t)
GRIDMARK_ATOMIC_ORDERED(long long, uint64_t)
GRIDMARK_ATOMIC_ORDERED(unsigned long long, uint64_t)
GRIDMARK_ATOMIC_EACH_UPDATE(atomicAdd, float, uint32_t, old + value)
GRIDMARK_ATOMIC_EACH_UPDATE(atomicAdd, double, uint64_t, old + value)
// Counts up to `value`, then wraps to 0. atomicDec counts down to 0, then wraps to `value`.
GRIDMARK_ATOMIC_EACH_UPDATE(atomicInc, unsigned int, uint32_t, old >= value ? 0u : old + 1)
GRIDMARK_ATOMIC_EACH_UPDATE(atomicDec, unsigned int, uint32_t, old == 0 || old > value ? value : old - 1)

GRIDMARK_ATOMIC_SCOPES(GRIDMARK_ATOMIC_COMPARE, atomicCAS, int)
GRIDMARK_ATOMIC_SCOPES(GRIDMARK_ATOMIC_COMPARE, atomicCAS, unsigned int)
GRIDMARK_ATOMIC_SCOPES(GRIDMARK_ATOMIC_COMPARE, atomicCAS, unsigned long long)
GRIDMARK_ATOMIC_SCOPES(GRIDMARK_ATOMIC_COMPARE, atomicCAS, unsigned short)

#include "gridmark/atomics_of_structs.inc"

#undef GRIDMARK_ATOMIC_BUILTIN
#undef GRIDMARK_ATOMIC_UPDATE
#undef GRIDMARK_ATOMIC_EXCHANGE
#undef GRIDMARK_ATOMIC_COMPARE
#undef GRIDMARK_ATOMIC_EACH_BUILTIN
#undef GRIDMARK_ATOMIC_EACH_UPDATE
#undef GRIDMARK_ATOMIC_BITWISE
#undef GRIDMARK_ATOMIC_ORDERED
#undef GRIDMARK_ATOMIC_SCOPES
