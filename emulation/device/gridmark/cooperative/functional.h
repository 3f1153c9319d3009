#pragma once
// The operators that cg::reduce and the scans take by name.

namespace cooperative_groups {

template <class T>
struct plus {
  constexpr T operator()(const T& a, const T& b) const { return a + b; }
};
/// The lesser of two values.
template <class T>
struct less {
  constexpr T operator()(const T& a, const T& b) const { return b < a ? b : a; }
};
template <class T>
struct greater {
  constexpr T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};
template <class T>
struct bit_and {
  constexpr T operator()(const T& a, const T& b) const { return a & b; }
};
template <class T>
struct bit_or {
  constexpr T operator()(const T& a, const T& b) const { return a | b; }
};
template <class T>
struct bit_xor {
  constexpr T operator()(const T& a, const T& b) const { return a ^ b; }
};

namespace details {

/// dst = op(dst, value) in one step. Returns the old value.
template <class Atomic, class T, class Operator>
inline T update_atomic(Atomic& dst, const T& value, Operator& op) {
  T seen = dst.load();
  while (!dst.compare_exchange_weak(seen, op(seen, value))) {
  }
  return seen;
}

}  // namespace details
}  // namespace cooperative_groups
