#pragma once
// Parts of rewritten inline PTX: registers, operands and modifiers.
//
// Theory of operation
// `mad.lo.s32 %0, %1, 3, %2;` becomes i_mad<m_lo, m_s32>(gridmark_0, gridmark_1, immediate(3), gridmark_2).
// A register is 64 bits without a type, as in PTX: each instruction reads as many bits as its type has.
// Everything is inlined, so that the host's compiler sees plain arithmetic. The rewriter knows the
// instructions and modifiers. A missing combination ends in a static_assert here.
#include <stdint.h>
#include <string.h>

#include <limits>
#include <type_traits>

#include "gridmark/qualifiers.h"

namespace gridmark::ptx {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 Unsigned128;

/// `bits` is mutable, so that a destination can be a temporary: the sink `_`, a part of a vector.
struct Register {
  mutable uint64_t bits = 0;

  template <class T>
  __attribute__((always_inline)) T get() const {
    T value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
  }
  /// An integer narrower than the register is sign-extended, as by ld and cvt.
  template <class T>
  __attribute__((always_inline)) void set(T value) const {
    if constexpr (std::is_integral_v<T>) {
      bits = static_cast<uint64_t>(value);
    } else {
      bits = 0;
      __builtin_memcpy(&bits, &value, sizeof value);
    }
  }
};

template <int count>
struct Vector {
  const Register* parts[count];
};

struct Address {
  uint64_t value;
};

template <class... Registers>
GRIDMARK_INTRINSIC Vector<sizeof...(Registers)> vector(const Registers&... parts) {
  return {{&parts...}};
}
GRIDMARK_INTRINSIC Address at(const Register& base, long long offset) {
  return {base.bits + static_cast<uint64_t>(offset)};
}
GRIDMARK_INTRINSIC Address at(const Register& base, const Register& offset) {
  return {base.bits + offset.bits};
}

template <class Integer>
GRIDMARK_INTRINSIC Register immediate(Integer value) {
  return {static_cast<uint64_t>(value)};
}
GRIDMARK_INTRINSIC Register float_bits(uint32_t bits) { return {bits}; }
GRIDMARK_INTRINSIC Register double_bits(uint64_t bits) { return {bits}; }
template <class Modifier>
GRIDMARK_INTRINSIC Register real(double value) {
  Register result;
  result.set(static_cast<typename Modifier::type>(value));
  return result;
}

GRIDMARK_INTRINSIC bool truth(const Register& predicate) { return predicate.bits != 0; }
GRIDMARK_INTRINSIC Register inverted(const Register& predicate) { return {predicate.bits == 0}; }

// Operands by their constraint.

template <class T>
GRIDMARK_INTRINSIC uint64_t bits_of(const T& value) {
  if constexpr (std::is_pointer_v<T>) {
    return reinterpret_cast<uintptr_t>(value);
  } else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
    return static_cast<uint64_t>(value);
  } else {
    static_assert(sizeof(T) <= 8, "an operand of inline PTX has at most 64 bits");
    uint64_t bits = 0;
    __builtin_memcpy(&bits, &value, sizeof value);
    return bits;
  }
}
template <class T>
GRIDMARK_INTRINSIC Register load_h(const T& value) {
  return {bits_of(value)};
}
template <class T>
GRIDMARK_INTRINSIC Register load_r(const T& value) {
  static_assert(sizeof(T) <= 4 || std::is_integral_v<T>,
                "the constraint \"r\" is for 32 bits. For a pointer use \"l\"");
  return {bits_of(value)};
}
/// By value: the address of an array.
template <class T>
GRIDMARK_INTRINSIC Register load_l(T value) {
  return {bits_of(value)};
}
template <class T>
GRIDMARK_INTRINSIC Register load_n(const T& value) {
  return {bits_of(value)};
}
GRIDMARK_INTRINSIC Register load_f(float value) {
  Register result;
  result.set(value);
  return result;
}
GRIDMARK_INTRINSIC Register load_d(double value) {
  Register result;
  result.set(value);
  return result;
}

template <class T>
GRIDMARK_INTRINSIC void store(const Register& from, T& to) {
  using Value = std::remove_cv_t<T>;
  static_assert(sizeof(Value) <= 8, "an operand of inline PTX has at most 64 bits");
  if constexpr (std::is_pointer_v<Value>)
    to = reinterpret_cast<Value>(from.bits);
  else if constexpr (std::is_integral_v<Value> || std::is_enum_v<Value>)
    to = static_cast<Value>(from.bits);
  else
    to = from.get<Value>();
}

// Modifiers. Those that are types define the type.

/// 16 bits that hold a bfloat16.
struct Bfloat16 {
  uint16_t bits;
};
struct Half2 {
  _Float16 x, y;
};
struct Bfloat162 {
  Bfloat16 x, y;
};
/// 32 bits whose lower 13 are ignored.
struct TensorFloat32 {
  float value;
};

#define GRIDMARK_PTX_TYPE(name, T) \
  struct m_##name {                \
    using type = T;                \
  };
GRIDMARK_PTX_TYPE(u8, uint8_t)
GRIDMARK_PTX_TYPE(u16, uint16_t)
GRIDMARK_PTX_TYPE(u32, uint32_t)
GRIDMARK_PTX_TYPE(u64, uint64_t)
GRIDMARK_PTX_TYPE(s8, int8_t)
GRIDMARK_PTX_TYPE(s16, int16_t)
GRIDMARK_PTX_TYPE(s32, int32_t)
GRIDMARK_PTX_TYPE(s64, int64_t)
GRIDMARK_PTX_TYPE(b8, uint8_t)
GRIDMARK_PTX_TYPE(b16, uint16_t)
GRIDMARK_PTX_TYPE(b32, uint32_t)
GRIDMARK_PTX_TYPE(b64, uint64_t)
GRIDMARK_PTX_TYPE(f16, _Float16)
GRIDMARK_PTX_TYPE(f16x2, Half2)
GRIDMARK_PTX_TYPE(bf16, Bfloat16)
GRIDMARK_PTX_TYPE(bf16x2, Bfloat162)
GRIDMARK_PTX_TYPE(tf32, TensorFloat32)
GRIDMARK_PTX_TYPE(f32, float)
GRIDMARK_PTX_TYPE(f64, double)
GRIDMARK_PTX_TYPE(pred, bool)
#undef GRIDMARK_PTX_TYPE

#define GRIDMARK_PTX_MODIFIER(name) struct m_##name;
#define GRIDMARK_PTX_MODIFIERS(a, b, c, d, e, f) \
  GRIDMARK_PTX_MODIFIER(a)                       \
  GRIDMARK_PTX_MODIFIER(b)                       \
  GRIDMARK_PTX_MODIFIER(c)                       \
  GRIDMARK_PTX_MODIFIER(d)                       \
  GRIDMARK_PTX_MODIFIER(e)                       \
  GRIDMARK_PTX_MODIFIER(f)
GRIDMARK_PTX_MODIFIERS(rn, rz, rm, rp, ftz, sat)
GRIDMARK_PTX_MODIFIERS(rni, rzi, rmi, rpi, rna, relu)
GRIDMARK_PTX_MODIFIERS(global, shared, shared_cta, local, const, param)
GRIDMARK_PTX_MODIFIERS(volatile, weak, relaxed, acquire, release, acq_rel)
GRIDMARK_PTX_MODIFIERS(sc, seq_cst, cta, cluster, gpu, sys)
GRIDMARK_PTX_MODIFIERS(gl, ca, cg, cs, lu, cv)
GRIDMARK_PTX_MODIFIERS(wb, wt, nc, L1_no_allocate, L1_evict_first, L1_evict_last)
GRIDMARK_PTX_MODIFIERS(L1_evict_normal, L1_evict_unchanged, L2_evict_first, L2_evict_last, L2_evict_normal,
                       L2_64B)
GRIDMARK_PTX_MODIFIERS(L2_128B, L2_256B, L1, L2, v2, v4)
GRIDMARK_PTX_MODIFIERS(eq, ne, lt, le, gt, ge)
GRIDMARK_PTX_MODIFIERS(lo, ls, hi, hs, equ, neu)
GRIDMARK_PTX_MODIFIERS(ltu, leu, gtu, geu, num, nan)
GRIDMARK_PTX_MODIFIERS(and, or, xor, add, min, max)
GRIDMARK_PTX_MODIFIERS(exch, cas, inc, dec, noftz, cc)
GRIDMARK_PTX_MODIFIERS(sync, aligned, arrive, red, popc, warp)
GRIDMARK_PTX_MODIFIERS(approx, full, wide, shiftamt, to, NaN)
GRIDMARK_PTX_MODIFIERS(async, commit_group, wait_group, wait_all, launch_dependents, wait)
GRIDMARK_PTX_MODIFIERS(l, r, wrap, clamp, up, down)
GRIDMARK_PTX_MODIFIERS(bfly, idx, all, any, uni, ballot)
GRIDMARK_PTX_MODIFIERS(m8n8, x1, x2, x4, trans, satfinite)
GRIDMARK_PTX_MODIFIERS(row, col, m8n8k4, m8n8k16, m16n8k4, m16n8k8)
GRIDMARK_PTX_MODIFIERS(m16n8k16, m16n8k32, f4e, b4e, rc8, ecl)
GRIDMARK_PTX_MODIFIERS(ecr, rc16, d, s, q, x)
#undef GRIDMARK_PTX_MODIFIERS
#undef GRIDMARK_PTX_MODIFIER

/// True if `Wanted` is among the modifiers.
template <class Wanted, class... Modifiers>
constexpr bool has = (std::is_same_v<Wanted, Modifiers> || ...);

template <class M, class = void>
struct TypeOf {
  using type = void;
};
template <class M>
struct TypeOf<M, std::void_t<typename M::type>> {
  using type = typename M::type;
};

template <class... Modifiers>
struct Types;
template <>
struct Types<> {
  using first = void;
  using last = void;
};
template <class Head, class... Tail>
struct Types<Head, Tail...> {
  using here = typename TypeOf<Head>::type;
  using last_of_tail = typename Types<Tail...>::last;
  using first = std::conditional_t<std::is_void_v<here>, typename Types<Tail...>::first, here>;
  using last = std::conditional_t<std::is_void_v<last_of_tail>, here, last_of_tail>;
};
/// An instruction's type. If there are two types, the source's.
template <class... Modifiers>
using type_of = typename Types<Modifiers...>::last;
/// The destination's type of an instruction with two types.
template <class... Modifiers>
using first_type_of = typename Types<Modifiers...>::first;

template <class...>
constexpr bool never = false;

#define GRIDMARK_PTX_REFUSE(words)                                                             \
  static_assert(never<Modifiers...>,                                                           \
                "this form of the PTX instruction does not run on the emulated device (" words \
                "). Write it in CUDA C++, or keep it out with #ifndef __GRIDMARK__")

}  // namespace gridmark::ptx
