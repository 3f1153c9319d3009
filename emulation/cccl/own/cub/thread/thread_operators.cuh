#pragma once
// Function objects: names from before CUDA 13, and those that it has kept.
#include <cuda/functional>
#include <cuda/std/functional>

#include "../util_type.cuh"

namespace cub {

#define GRIDMARK_CUB_OPERATOR(name, expression)                                                  \
  struct name {                                                                                  \
    template <class A, class B>                                                                  \
    constexpr auto operator()(A&& a, B&& b) const -> std::decay_t<decltype(expression)> {        \
      return expression;                                                                         \
    }                                                                                            \
  };
GRIDMARK_CUB_OPERATOR(Equality, a == b)
GRIDMARK_CUB_OPERATOR(Inequality, a != b)
GRIDMARK_CUB_OPERATOR(Sum, a + b)
GRIDMARK_CUB_OPERATOR(Difference, a - b)
GRIDMARK_CUB_OPERATOR(Division, a / b)
#undef GRIDMARK_CUB_OPERATOR

struct Max {
  template <class A, class B>
  constexpr std::common_type_t<A, B> operator()(A&& a, B&& b) const {
    return a < b ? std::common_type_t<A, B>(b) : std::common_type_t<A, B>(a);
  }
};
struct Min {
  template <class A, class B>
  constexpr std::common_type_t<A, B> operator()(A&& a, B&& b) const {
    return b < a ? std::common_type_t<A, B>(b) : std::common_type_t<A, B>(a);
  }
};

/// Of two (index, value) pairs the one with the larger value. If they are equal, the one with the smaller
/// index.
struct ArgMax {
  template <class Index, class T>
  KeyValuePair<Index, T> operator()(const KeyValuePair<Index, T>& a, const KeyValuePair<Index, T>& b) const {
    return b.value > a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
struct ArgMin {
  template <class Index, class T>
  KeyValuePair<Index, T> operator()(const KeyValuePair<Index, T>& a, const KeyValuePair<Index, T>& b) const {
    return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};

template <class EqualityOp>
struct InequalityWrapper {
  EqualityOp op;
  explicit InequalityWrapper(EqualityOp op_) : op(op_) {}
  template <class T>
  bool operator()(const T& a, const T& b) {
    return !op(a, b);
  }
};

template <class T>
struct CastOp {
  template <class A>
  T operator()(A&& a) const {
    return static_cast<T>(a);
  }
};

template <class Op>
class SwizzleScanOp {
 public:
  explicit SwizzleScanOp(Op op) : op_(op) {}
  template <class T>
  T operator()(const T& a, const T& b) {
    return op_(b, a);
  }

 private:
  Op op_;
};

/// Reduction of runs: the key counts segment heads.
template <class Op>
struct ReduceBySegmentOp {
  Op op;
  ReduceBySegmentOp() = default;
  explicit ReduceBySegmentOp(Op op_) : op(op_) {}
  template <class Pair>
  Pair operator()(const Pair& first, const Pair& second) {
    Pair result;
    result.key = first.key + second.key;
    result.value = second.key ? second.value : op(first.value, second.value);
    return result;
  }
};

}  // namespace cub
