#pragma once
// Atomic functions on 16-bit floats, float vectors and 16-byte structs. Part of atomics.h.
#include <type_traits>

#include "gridmark/vector_types.h"

struct __half;
struct __half2;
struct __nv_bfloat16;
struct __nv_bfloat162;

namespace gridmark::emulation {

template <class T>
struct ShortFloatAdd;
template <>
struct ShortFloatAdd<__half> {
  using Bits = uint16_t;
  static constexpr bool pair = false;
};
template <>
struct ShortFloatAdd<__nv_bfloat16> : ShortFloatAdd<__half> {};
template <>
struct ShortFloatAdd<__half2> {
  using Bits = uint32_t;
  static constexpr bool pair = true;
};
template <>
struct ShortFloatAdd<__nv_bfloat162> : ShortFloatAdd<__half2> {};

template <class T>
GRIDMARK_INTRINSIC T atomic_add_short(T* address, T value) {
  return atomic_update<typename ShortFloatAdd<T>::Bits>(address, [value](T old) {
    if constexpr (ShortFloatAdd<T>::pair)
      return __hadd2(old, value);
    else
      return __hadd(old, value);
  });
}

template <class T>
using IfWide =
    std::enable_if_t<std::is_trivially_copyable<T>::value && sizeof(T) == 16 && alignof(T) >= 16, int>;

/// 16 bytes at once. Returns what was there; it equals `expected` where `value` was stored.
template <class T>
GRIDMARK_INTRINSIC T compare_exchange_wide(T* address, const T& expected, const T& value) {
  GRIDMARK_ATOMIC_TOUCH(address);
  uint64_t seen[2], wanted[2];
  __builtin_memcpy(seen, &expected, 16);
  __builtin_memcpy(wanted, &value, 16);
  __asm__ volatile("lock cmpxchg16b %2"
                   : "+a"(seen[0]), "+d"(seen[1]), "+m"(*address)
                   : "b"(wanted[0]), "c"(wanted[1])
                   : "cc", "memory");
  T old;
  __builtin_memcpy(&old, seen, 16);
  return old;
}
template <class T>
GRIDMARK_INTRINSIC T exchange_wide(T* address, const T& value) {
  T seen = compare_exchange_wide(address, value, value), expected;
  do {
    expected = seen;
    seen = compare_exchange_wide(address, expected, value);
  } while (__builtin_memcmp(&seen, &expected, 16) != 0);
  return seen;
}

}  // namespace gridmark::emulation

#define GRIDMARK_ATOMIC_STRUCTS(suffix)                                                                      \
  template <class T, class = typename gridmark::emulation::ShortFloatAdd<T>::Bits>                           \
  GRIDMARK_INTRINSIC T atomicAdd##suffix(T* address, typename gridmark::emulation::AsGiven<T>::type value) { \
    return gridmark::emulation::atomic_add_short(address, value);                                            \
  }                                                                                                          \
  /* Each component by itself, as CUDA has it. */                                                            \
  GRIDMARK_INTRINSIC float2 atomicAdd##suffix(float2* address, float2 value) {                               \
    return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y)};                               \
  }                                                                                                          \
  GRIDMARK_INTRINSIC float4 atomicAdd##suffix(float4* address, float4 value) {                               \
    return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y),                                \
            atomicAdd(&address->z, value.z), atomicAdd(&address->w, value.w)};                               \
  }                                                                                                          \
  template <class T, gridmark::emulation::IfWide<T> = 0>                                                     \
  GRIDMARK_INTRINSIC T atomicCAS##suffix(T* address, T expected, T value) {                                  \
    return gridmark::emulation::compare_exchange_wide(address, expected, value);                             \
  }                                                                                                          \
  template <class T, gridmark::emulation::IfWide<T> = 0>                                                     \
  GRIDMARK_INTRINSIC T atomicExch##suffix(T* address, T value) {                                             \
    return gridmark::emulation::exchange_wide(address, value);                                               \
  }
GRIDMARK_ATOMIC_STRUCTS()
GRIDMARK_ATOMIC_STRUCTS(_block)
GRIDMARK_ATOMIC_STRUCTS(_system)
#undef GRIDMARK_ATOMIC_STRUCTS
