#pragma once
// ld, st, atom, red, cp.async, cvta, prefetches and fences. Cache hints change no value.
#include "gridmark/atomics.h"
#include "gridmark/ptx/async_copies.h"
#include "gridmark/ptx/narrow_floats.h"
#include "gridmark/ptx/shared_window.h"

namespace gridmark::ptx {

template <class... Modifiers>
constexpr bool in_shared = has<m_shared, Modifiers...> || has<m_shared_cta, Modifiers...>;

template <class T, class... Modifiers>
GRIDMARK_INTRINSIC T* pointer_to(Address address) {
  if constexpr (in_shared<Modifiers...>)
    return reinterpret_cast<T*>(from_window(address.value));
  else
    return reinterpret_cast<T*>(address.value);
}

/// Loads and stores that order memory. They are as strong as the strongest.
template <class... Modifiers>
constexpr bool is_ordered =
    has<m_relaxed, Modifiers...> || has<m_acquire, Modifiers...> || has<m_release, Modifiers...> ||
    has<m_sc, Modifiers...> || has<m_acq_rel, Modifiers...>;

template <class T, int count>
struct alignas(sizeof(T) * count) Block {
  T parts[count];
};

template <class... Modifiers>
GRIDMARK_INTRINSIC void i_ld(const Register& to, Address from) {
  using T = type_of<Modifiers...>;
  T* p = pointer_to<T, Modifiers...>(from);
  if constexpr (is_ordered<Modifiers...>) {
    T value;
    GRIDMARK_ATOMIC_LOAD_TOUCH(p);
    __atomic_load(p, &value, __ATOMIC_SEQ_CST);
    to.set(value);
  } else if constexpr (has<m_volatile, Modifiers...>) {
    to.set(*const_cast<volatile T*>(p));
  } else {
    to.set(*p);
  }
}
template <class... Modifiers, int count>
GRIDMARK_INTRINSIC void i_ld(Vector<count> to, Address from) {
  using T = type_of<Modifiers...>;
  const Block<T, count> block = *pointer_to<Block<T, count>, Modifiers...>(from);
  for (int i = 0; i < count; ++i) to.parts[i]->set(block.parts[i]);
}
template <class... Modifiers, class To>
GRIDMARK_INTRINSIC void i_ldu(const To& to, Address from) {
  i_ld<Modifiers...>(to, from);
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_st(Address to, const Register& from) {
  using T = type_of<Modifiers...>;
  T* p = pointer_to<T, Modifiers...>(to);
  T value = from.get<T>();
  if constexpr (is_ordered<Modifiers...>) {
    GRIDMARK_EXCHANGE_TOUCH(p);
    __atomic_store(p, &value, __ATOMIC_SEQ_CST);
  } else if constexpr (has<m_volatile, Modifiers...>) {
    *const_cast<volatile T*>(p) = value;
  } else {
    *p = value;
  }
}
template <class... Modifiers, int count>
GRIDMARK_INTRINSIC void i_st(Address to, Vector<count> from) {
  using T = type_of<Modifiers...>;
  Block<T, count> block;
  for (int i = 0; i < count; ++i) block.parts[i] = from.parts[i]->template get<T>();
  *pointer_to<Block<T, count>, Modifiers...>(to) = block;
}

/// cvta.to.shared x, generic   and   cvta.shared generic, x
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_cvta(const Register& to, const Register& from) {
  if constexpr (!in_shared<Modifiers...>)
    to.bits = from.bits;
  else if constexpr (has<m_to, Modifiers...>)
    to.bits = to_window(from.bits);
  else
    to.bits = from_window(from.bits);
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_isspacep(const Register& to, const Register& address) {
  const void* p = reinterpret_cast<const void*>(address.bits);
  if constexpr (in_shared<Modifiers...>)
    to.set(__isShared(p) != 0);
  else if constexpr (has<m_global, Modifiers...>)
    to.set(__isGlobal(p) != 0);
  else if constexpr (has<m_local, Modifiers...>)
    to.set(__isLocal(p) != 0);
  else
    GRIDMARK_PTX_REFUSE("isspacep distinguishes only global, shared and local memory");
}

/// Implements "memory" among a statement's clobbers. It is the only assembly that PTX becomes. It must be in
/// a header, because a submission's text may not contain assembly.
GRIDMARK_INTRINSIC void forget_memory() { __asm__ volatile("" ::: "memory"); }

template <class... Modifiers>
GRIDMARK_INTRINSIC void i_prefetch(Address) {}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_prefetchu(Address) {}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_discard(Address, const Register&) {}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_membar() {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_fence() {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

/// The integer of T's size, for compare-and-swap.
template <class T>
using cell_of =
    std::conditional_t<sizeof(T) == 2, uint16_t, std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>;

template <class... Modifiers, class T>
GRIDMARK_INTRINSIC T combined(T old, T value) {
  const auto on = [&](auto operation) { return on_each<T>(operation, old, value); };
  if constexpr (has<m_add, Modifiers...>)
    return on([](auto x, auto y) { return x + y; });
  else if constexpr (has<m_min, Modifiers...>)
    return on([](auto x, auto y) { return y < x ? y : x; });
  else if constexpr (has<m_max, Modifiers...>)
    return on([](auto x, auto y) { return y > x ? y : x; });
  else if constexpr (has<m_and, Modifiers...>)
    return static_cast<T>(old & value);
  else if constexpr (has<m_or, Modifiers...>)
    return static_cast<T>(old | value);
  else if constexpr (has<m_xor, Modifiers...>)
    return static_cast<T>(old ^ value);
  else if constexpr (has<m_inc, Modifiers...>)
    return old >= value ? T(0) : T(old + 1);
  else
    return old == 0 || old > value ? value : T(old - 1);
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_atom(const Register& to, Address at, const Register& value) {
  using T = type_of<Modifiers...>;
  T* const p = pointer_to<T, Modifiers...>(at);
  const T operand = value.get<T>();
  if constexpr (has<m_exch, Modifiers...>)
    to.set(emulation::atomic_exchange<cell_of<T>>(p, operand));
  else
    to.set(emulation::atomic_update<cell_of<T>>(
        p, [operand](T old) { return combined<Modifiers...>(old, operand); }));
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_atom(const Register& to, Address at, const Register& expected,
                               const Register& value) {
  using T = type_of<Modifiers...>;
  static_assert(has<m_cas, Modifiers...>, "atom with two values is atom.cas");
  const T wanted = expected.get<T>(), operand = value.get<T>();
  to.set(emulation::atomic_update<cell_of<T>>(pointer_to<T, Modifiers...>(at),
                                              [=](T old) { return old == wanted ? operand : old; }));
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_red(Address at, const Register& value) {
  i_atom<Modifiers...>(Register(), at, value);
}

template <class... Modifiers>
GRIDMARK_INTRINSIC void i_cp(Address to, Address from, const Register& bytes, const Register& source_bytes) {
  static_assert(has<m_async, Modifiers...> && in_shared<Modifiers...>,
                "cp.async copies from global to shared memory");
  start_copy(reinterpret_cast<void*>(from_window(to.value)), reinterpret_cast<const void*>(from.value),
             bytes.get<uint32_t>(), source_bytes.get<uint32_t>());
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_cp(Address to, Address from, const Register& bytes) {
  i_cp<Modifiers...>(to, from, bytes, bytes);
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_cp() {
  if constexpr (has<m_commit_group, Modifiers...>)
    gridmark_async_copy_commit();
  else
    finish_copies(0, true);
}
template <class... Modifiers>
GRIDMARK_INTRINSIC void i_cp(const Register& groups_left) {
  static_assert(has<m_wait_group, Modifiers...>, "cp.async with one number is cp.async.wait_group");
  finish_copies(groups_left.get<uint32_t>(), false);
}

}  // namespace gridmark::ptx
