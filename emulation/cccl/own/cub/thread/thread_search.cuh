#pragma once
// Binary searches of one thread.
namespace cub {

/// The first place whose item is not less than `value`.
template <class Iterator, class Offset, class T>
__device__ __forceinline__ Offset LowerBound(Iterator items, Offset count, T value) {
  Offset begin = 0;
  while (count > 0) {
    const Offset half = count / 2;
    if (items[begin + half] < value)
      begin += half + 1, count -= half + 1;
    else
      count = half;
  }
  return begin;
}
/// The first place whose item is greater than `value`.
template <class Iterator, class Offset, class T>
__device__ __forceinline__ Offset UpperBound(Iterator items, Offset count, T value) {
  Offset begin = 0;
  while (count > 0) {
    const Offset half = count / 2;
    if (value < items[begin + half])
      count = half;
    else
      begin += half + 1, count -= half + 1;
  }
  return begin;
}

}  // namespace cub
