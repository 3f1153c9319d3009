// Names that CUDA 13's Thrust has dropped and that programs for CUDA 12 use.
#pragma once
#include_next <thrust/functional.h>
#include <thrust/version.h>

#if THRUST_VERSION >= 300000
namespace thrust {

template <class Argument, class Result>
struct unary_function {
  using argument_type = Argument;
  using result_type = Result;
};

template <class First, class Second, class Result>
struct binary_function {
  using first_argument_type = First;
  using second_argument_type = Second;
  using result_type = Result;
};

template <class T = void>
struct identity {
  using argument_type = T;
  using result_type = T;
  constexpr const T& operator()(const T& value) const { return value; }
};

template <>
struct identity<void> {
  using is_transparent = void;
  template <class T>
  constexpr T&& operator()(T&& value) const {
    return static_cast<T&&>(value);
  }
};

template <class Predicate>
struct unary_negate {
  using argument_type = typename Predicate::argument_type;
  using result_type = bool;
  Predicate predicate;
  constexpr explicit unary_negate(Predicate chosen) : predicate(chosen) {}
  constexpr bool operator()(const argument_type& value) { return !predicate(value); }
};

template <class Predicate>
struct binary_negate {
  using first_argument_type = typename Predicate::first_argument_type;
  using second_argument_type = typename Predicate::second_argument_type;
  using result_type = bool;
  Predicate predicate;
  constexpr explicit binary_negate(Predicate chosen) : predicate(chosen) {}
  constexpr bool operator()(const first_argument_type& first, const second_argument_type& second) {
    return !predicate(first, second);
  }
};

template <class Predicate>
constexpr unary_negate<Predicate> not1(const Predicate& predicate) {
  return unary_negate<Predicate>(predicate);
}
template <class Predicate>
constexpr binary_negate<Predicate> not2(const Predicate& predicate) {
  return binary_negate<Predicate>(predicate);
}

}  // namespace thrust
#endif
