#pragma once
// Operations of cuda::atomic and cuda::atomic_ref on their object.
//
// Every operation runs in the strongest order. The order that the program gives only informs the counters
// which accesses the program considers ordered.
#include <type_traits>

#include "gridmark/atomics.h"
#include "gridmark/cuda_scopes.h"
#include "gridmark/device_functions.h"
#include "gridmark/engine.h"

#define GRIDMARK_ATOMIC_MEMBER inline __attribute__((always_inline))

extern "C" {
/// Informs the counters that threads of the block ordered their accesses without a barrier of the block.
void gridmark_threads_ordered(void);
}

namespace gridmark::emulation {

template <unsigned long bytes>
struct BitsOf;
template <>
struct BitsOf<1> {
  using type = uint8_t;
};
template <>
struct BitsOf<2> {
  using type = uint16_t;
};
template <>
struct BitsOf<4> {
  using type = uint32_t;
};
template <>
struct BitsOf<8> {
  using type = uint64_t;
};

/// An order of std's, or of CCCL's cuda::std.
struct Order {
  int value;
  template <class E, std::enable_if_t<std::is_enum<E>::value, int> = 0>
  constexpr Order(E order) : value(static_cast<int>(order)) {}
  constexpr bool releases() const { return value >= __ATOMIC_RELEASE; }
  constexpr bool acquires() const { return value != __ATOMIC_RELAXED && value != __ATOMIC_RELEASE; }
};

enum class AtomicUse { load, update, overwrite };

/// Brackets one operation for the counters.
template <class T>
GRIDMARK_INTRINSIC void before_atomic([[maybe_unused]] const T* p, [[maybe_unused]] Order order,
                                      [[maybe_unused]] AtomicUse use) {
#ifdef GRIDMARK_COUNTED
  if (order.releases()) __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (turn.in_kernel && order.releases()) gridmark_threads_ordered();
  if (use == AtomicUse::load)
    GRIDMARK_ATOMIC_LOAD_TOUCH(p);
  else if (use == AtomicUse::update)
    GRIDMARK_ATOMIC_TOUCH(p);
  else
    GRIDMARK_EXCHANGE_TOUCH(p);
#endif
}
GRIDMARK_INTRINSIC void after_atomic([[maybe_unused]] Order order) {
#ifdef GRIDMARK_COUNTED
  if (turn.in_kernel && order.acquires()) gridmark_threads_ordered();
#endif
}

/// Lets others run while the caller waits for one of them. On the host this yields to another
/// operating-system thread.
GRIDMARK_INTRINSIC void pause_here() {
  if (turn.in_kernel)
    gridmark_yield();
  else
    __builtin_ia32_pause();
}

template <class T>
class AtomicCell {
  static_assert(std::is_trivially_copyable<T>::value, "cuda::atomic takes trivially copyable types");
  static_assert(
      sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8,
      "cuda::atomic on the emulated device takes types of 1, 2, 4 and 8 bytes. Guard a larger one with a "
      "flag, or pack it");
  using Bits = typename BitsOf<sizeof(T)>::type;

 public:
  static GRIDMARK_ATOMIC_MEMBER T load(const T* p, Order order) {
    before_atomic(p, order.acquires() ? std::memory_order_acquire : std::memory_order_relaxed,
                  AtomicUse::load);
    const Bits bits = __atomic_load_n(cell(p), __ATOMIC_SEQ_CST);
    after_atomic(order);
    return value_of(bits);
  }
  static GRIDMARK_ATOMIC_MEMBER void store(T* p, const T& value, Order order) {
    before_atomic(p, order, AtomicUse::overwrite);
    __atomic_store_n(cell(p), bits_of(value), __ATOMIC_SEQ_CST);
  }
  static GRIDMARK_ATOMIC_MEMBER T exchange(T* p, const T& value, Order order) {
    before_atomic(p, order, AtomicUse::overwrite);
    const Bits bits = __atomic_exchange_n(cell(p), bits_of(value), __ATOMIC_SEQ_CST);
    after_atomic(order);
    return value_of(bits);
  }
  static GRIDMARK_ATOMIC_MEMBER bool compare_exchange(T* p, T& expected, const T& value, Order order) {
    before_atomic(p, order, AtomicUse::update);
    Bits seen = bits_of(expected);
    const bool swapped = __atomic_compare_exchange_n(cell(p), &seen, bits_of(value), false, __ATOMIC_SEQ_CST,
                                                     __ATOMIC_SEQ_CST);
    if (!swapped) expected = value_of(seen);
    after_atomic(order);
    return swapped;
  }
  /// *p = next(*p); returns the old value.
  template <class Next>
  static GRIDMARK_ATOMIC_MEMBER T update(T* p, Order order, Next next) {
    before_atomic(p, order, AtomicUse::update);
    Bits seen = __atomic_load_n(cell(p), __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(cell(p), &seen, bits_of(next(value_of(seen))), false,
                                        __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {
    }
    after_atomic(order);
    return value_of(seen);
  }
  static GRIDMARK_ATOMIC_MEMBER void wait(const T* p, const T& old, Order order) {
    while (bits_of(load(p, order)) == bits_of(old)) pause_here();
  }

 private:
  static GRIDMARK_ATOMIC_MEMBER Bits* cell(T* p) { return reinterpret_cast<Bits*>(p); }
  static GRIDMARK_ATOMIC_MEMBER const Bits* cell(const T* p) { return reinterpret_cast<const Bits*>(p); }
  static GRIDMARK_ATOMIC_MEMBER Bits bits_of(const T& value) {
    Bits bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
  }
  static GRIDMARK_ATOMIC_MEMBER T value_of(Bits bits) {
    T value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
  }
};

/// Members that cuda::atomic and cuda::atomic_ref share. `Self::address()` is the object's.
template <class Self, class T>
class AtomicOperations {
 public:
  using value_type = T;
  static constexpr bool is_always_lock_free = true;
  bool is_lock_free() const volatile { return true; }

  GRIDMARK_ATOMIC_MEMBER T load(Order order = std::memory_order_seq_cst) const volatile {
    return Cell::load(at(), order);
  }
  GRIDMARK_ATOMIC_MEMBER operator T() const volatile { return load(); }
  GRIDMARK_ATOMIC_MEMBER void store(T value, Order order = std::memory_order_seq_cst) const volatile {
    Cell::store(at(), value, order);
  }
  GRIDMARK_ATOMIC_MEMBER T exchange(T value, Order order = std::memory_order_seq_cst) const volatile {
    return Cell::exchange(at(), value, order);
  }
  GRIDMARK_ATOMIC_MEMBER bool compare_exchange_strong(T& expected, T value,
                                                      Order order = std::memory_order_seq_cst) const
      volatile {
    return Cell::compare_exchange(at(), expected, value, order);
  }
  GRIDMARK_ATOMIC_MEMBER bool compare_exchange_strong(T& expected, T value, Order order, Order) const
      volatile {
    return Cell::compare_exchange(at(), expected, value, order);
  }
  GRIDMARK_ATOMIC_MEMBER bool compare_exchange_weak(T& expected, T value,
                                                    Order order = std::memory_order_seq_cst) const volatile {
    return Cell::compare_exchange(at(), expected, value, order);
  }
  GRIDMARK_ATOMIC_MEMBER bool compare_exchange_weak(T& expected, T value, Order order, Order) const volatile {
    return Cell::compare_exchange(at(), expected, value, order);
  }

  template <class Step>
  GRIDMARK_ATOMIC_MEMBER T fetch_add(Step step, Order order = std::memory_order_seq_cst) const volatile {
    return Cell::update(at(), order, [step](T old) { return static_cast<T>(old + step); });
  }
  template <class Step>
  GRIDMARK_ATOMIC_MEMBER T fetch_sub(Step step, Order order = std::memory_order_seq_cst) const volatile {
    return Cell::update(at(), order, [step](T old) { return static_cast<T>(old - step); });
  }
  GRIDMARK_ATOMIC_MEMBER T fetch_and(T value, Order order = std::memory_order_seq_cst) const volatile {
    return Cell::update(at(), order, [value](T old) { return static_cast<T>(old & value); });
  }
  GRIDMARK_ATOMIC_MEMBER T fetch_or(T value, Order order = std::memory_order_seq_cst) const volatile {
    return Cell::update(at(), order, [value](T old) { return static_cast<T>(old | value); });
  }
  GRIDMARK_ATOMIC_MEMBER T fetch_xor(T value, Order order = std::memory_order_seq_cst) const volatile {
    return Cell::update(at(), order, [value](T old) { return static_cast<T>(old ^ value); });
  }
  GRIDMARK_ATOMIC_MEMBER T fetch_min(T value, Order order = std::memory_order_seq_cst) const volatile {
    return Cell::update(at(), order, [value](T old) { return value < old ? value : old; });
  }
  GRIDMARK_ATOMIC_MEMBER T fetch_max(T value, Order order = std::memory_order_seq_cst) const volatile {
    return Cell::update(at(), order, [value](T old) { return old < value ? value : old; });
  }

  GRIDMARK_ATOMIC_MEMBER T operator++() const volatile { return static_cast<T>(fetch_add(1) + 1); }
  GRIDMARK_ATOMIC_MEMBER T operator++(int) const volatile { return fetch_add(1); }
  GRIDMARK_ATOMIC_MEMBER T operator--() const volatile { return static_cast<T>(fetch_sub(1) - 1); }
  GRIDMARK_ATOMIC_MEMBER T operator--(int) const volatile { return fetch_sub(1); }
  template <class Step>
  GRIDMARK_ATOMIC_MEMBER T operator+=(Step step) const volatile {
    return static_cast<T>(fetch_add(step) + step);
  }
  template <class Step>
  GRIDMARK_ATOMIC_MEMBER T operator-=(Step step) const volatile {
    return static_cast<T>(fetch_sub(step) - step);
  }
  GRIDMARK_ATOMIC_MEMBER T operator&=(T value) const volatile {
    return static_cast<T>(fetch_and(value) & value);
  }
  GRIDMARK_ATOMIC_MEMBER T operator|=(T value) const volatile {
    return static_cast<T>(fetch_or(value) | value);
  }
  GRIDMARK_ATOMIC_MEMBER T operator^=(T value) const volatile {
    return static_cast<T>(fetch_xor(value) ^ value);
  }

  /// Returns when the value is no longer `old`.
  GRIDMARK_ATOMIC_MEMBER void wait(T old, Order order = std::memory_order_seq_cst) const volatile {
    Cell::wait(at(), old, order);
  }
  /// Empty, because waiting threads check the value themselves.
  GRIDMARK_ATOMIC_MEMBER void notify_one() const volatile {}
  GRIDMARK_ATOMIC_MEMBER void notify_all() const volatile {}

 private:
  using Cell = AtomicCell<T>;
  GRIDMARK_ATOMIC_MEMBER T* at() const volatile {
    return static_cast<const Self*>(const_cast<const AtomicOperations*>(this))->address();
  }
};

}  // namespace gridmark::emulation
