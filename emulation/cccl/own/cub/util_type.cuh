#pragma once
// Small types for CUB's interfaces.
#include <cstddef>
#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>

namespace cub {

struct NullType {
  template <class T>
  NullType& operator=(const T&) {
    return *this;
  }
  bool operator==(const NullType&) const { return true; }
  bool operator!=(const NullType&) const { return false; }
};

template <int number>
struct Int2Type {
  enum { VALUE = number };
};

template <class Key, class Value_>
struct KeyValuePair {
  typedef Key Key_;
  typedef Value_ Value;
  Key key;
  Value_ value;

  KeyValuePair() = default;
  KeyValuePair(const Key& key_, const Value_& value_) : key(key_), value(value_) {}
  bool operator==(const KeyValuePair& other) const { return key == other.key && value == other.value; }
  bool operator!=(const KeyValuePair& other) const { return !(*this == other); }
};

/// Two buffers of one size. An algorithm reads Current() and can leave its result in either.
template <class T>
struct DoubleBuffer {
  T* d_buffers[2] = {nullptr, nullptr};
  int selector = 0;

  DoubleBuffer() = default;
  DoubleBuffer(T* current, T* alternate) : d_buffers{current, alternate} {}
  T* Current() { return d_buffers[selector]; }
  T* Alternate() { return d_buffers[selector ^ 1]; }
};

/// Room for a T in shared memory. No constructor runs.
template <class T>
struct Uninitialized {
  alignas(T) unsigned char bytes[sizeof(T)];
  T& Alias() { return *reinterpret_cast<T*>(bytes); }
};

template <class A, class B>
struct Equals {
  enum { VALUE = std::is_same<A, B>::value };
};
template <bool condition, class Then, class Else>
struct If {
  typedef std::conditional_t<condition, Then, Else> Type;
};
template <int number>
struct PowerOfTwo {
  enum { VALUE = (number & (number - 1)) == 0 };
};
template <int number, int floor = 0>
struct Log2 {
  enum { VALUE = (1 << floor) < number ? int(Log2<number, ((1 << floor) < number ? floor + 1 : floor)>::VALUE) : floor };
};
template <int number>
struct Log2<number, 31> {
  enum { VALUE = 31 };
};

namespace detail {

template <class Iterator>
using value_t = typename std::iterator_traits<Iterator>::value_type;

/// Element type of an output iterator, or `Default` if it has none (void, as for std::back_inserter).
template <class Iterator, class Default>
using non_void_value_t = std::conditional_t<std::is_void<value_t<Iterator>>::value, Default, value_t<Iterator>>;

/// Result type of a chain of `Op` over an initial value and elements.
template <class Op, class Initial, class Element>
using accumulator_t = std::decay_t<std::invoke_result_t<Op, Initial, Element>>;

}  // namespace detail
}  // namespace cub
