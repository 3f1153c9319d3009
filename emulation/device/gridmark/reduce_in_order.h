#pragma once
// Reduction of a range as on a device: in runs that are then joined pairwise, so that a sum of floats loses
// little even for long ranges. Order is kept, so the operation must only be associative.
#include <stddef.h>

namespace gridmark::emulation {

/// Joins the `count` elements from `first` on, at least one. T can hold an element's value.
template <class T, class Iterator, class Op>
T reduce_in_order(Iterator first, size_t count, Op& op) {
  constexpr size_t run = 64;
  if (count <= run) {
    T result = static_cast<T>(*first);
    for (size_t i = 1; i < count; ++i) {
      ++first;
      result = op(result, static_cast<T>(*first));
    }
    return result;
  }
  const size_t half = (count / 2 + run - 1) / run * run;
  const T low = reduce_in_order<T>(first, half, op);
  return op(low, reduce_in_order<T>(first + static_cast<ptrdiff_t>(half), count - half, op));
}

}  // namespace gridmark::emulation
