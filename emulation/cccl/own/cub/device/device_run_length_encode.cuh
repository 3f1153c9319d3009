#pragma once
#include "detail.cuh"

namespace cub {

struct DeviceRunLengthEncode {
  template <class In, class UniqueOut, class Lengths, class Number, class Count>
  static cudaError_t Encode(void* storage, size_t& storage_bytes, In in, UniqueOut unique, Lengths lengths,
                            Number runs, Count count, cudaStream_t stream = nullptr, bool = false) {
    return each_run(storage, storage_bytes, in, runs, count, stream, 1, [=](size_t run, size_t begin, size_t length) {
      unique[run] = in[begin];
      lengths[run] = static_cast<detail::non_void_value_t<Lengths, int>>(length);
    });
  }
  /// Runs of two items or more.
  template <class In, class Offsets, class Lengths, class Number, class Count>
  static cudaError_t NonTrivialRuns(void* storage, size_t& storage_bytes, In in, Offsets offsets, Lengths lengths,
                                    Number runs, Count count, cudaStream_t stream = nullptr, bool = false) {
    return each_run(storage, storage_bytes, in, runs, count, stream, 2, [=](size_t run, size_t begin, size_t length) {
      offsets[run] = static_cast<detail::non_void_value_t<Offsets, int>>(begin);
      lengths[run] = static_cast<detail::non_void_value_t<Lengths, int>>(length);
    });
  }

 private:
  template <class In, class Number, class Count, class Take>
  static cudaError_t each_run(void* storage, size_t& storage_bytes, In in, Number runs, Count count,
                              cudaStream_t stream, size_t shortest, Take take) {
    return detail::run(storage, storage_bytes, detail::few_bytes, count, stream, [=] {
      size_t number = 0;
      for (size_t begin = 0, end; begin < static_cast<size_t>(count); begin = end) {
        for (end = begin + 1; end < static_cast<size_t>(count) && in[end] == in[begin]; ++end) {
        }
        if (end - begin >= shortest) take(number++, begin, end - begin);
      }
      *runs = static_cast<detail::non_void_value_t<Number, int>>(number);
    });
  }
};

}  // namespace cub
