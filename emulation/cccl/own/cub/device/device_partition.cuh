#pragma once
// The selected items come first, in order. The others fill the output from its end, in reverse.
#include "detail.cuh"

#include <vector>

namespace cub {

struct DevicePartition {
  template <class In, class Flags, class Out, class Number, class Count>
  static cudaError_t Flagged(void* storage, size_t& storage_bytes, In in, Flags flags, Out out, Number selected,
                             Count count, cudaStream_t stream = nullptr, bool = false) {
    return part(storage, storage_bytes, in, out, selected, count, stream,
                [flags](size_t i, const auto&) { return static_cast<bool>(flags[i]); });
  }
  template <class In, class Out, class Number, class Count, class Op>
  static cudaError_t If(void* storage, size_t& storage_bytes, In in, Out out, Number selected, Count count, Op op,
                        cudaStream_t stream = nullptr, bool = false) {
    return part(storage, storage_bytes, in, out, selected, count, stream,
                [op](size_t, const auto& item) mutable { return static_cast<bool>(op(item)); });
  }
  /// Splits three ways. selected[0] and selected[1] count the first two outputs.
  template <class In, class First, class Second, class Rest, class Number, class Count, class FirstOp, class SecondOp>
  static cudaError_t If(void* storage, size_t& storage_bytes, In in, First first, Second second, Rest rest,
                        Number selected, Count count, FirstOp is_first, SecondOp is_second,
                        cudaStream_t stream = nullptr, bool = false) {
    return detail::run(storage, storage_bytes, detail::few_bytes, count, stream, [=]() mutable {
      size_t numbers[3] = {};
      for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
        const detail::value_t<In> item = in[i];
        if (is_first(item))
          first[numbers[0]++] = item;
        else if (is_second(item))
          second[numbers[1]++] = item;
        else
          rest[numbers[2]++] = item;
      }
      for (int i = 0; i < 2; ++i) selected[i] = static_cast<detail::non_void_value_t<Number, int>>(numbers[i]);
    });
  }

 private:
  template <class In, class Out, class Number, class Count, class Wanted>
  static cudaError_t part(void* storage, size_t& storage_bytes, In in, Out out, Number selected, Count count,
                          cudaStream_t stream, Wanted wanted) {
    return detail::run(storage, storage_bytes, detail::few_bytes, count, stream, [=]() mutable {
      std::vector<detail::value_t<In>> others;
      size_t number = 0;
      for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
        const detail::value_t<In> item = in[i];
        if (wanted(i, item))
          out[number++] = item;
        else
          others.push_back(item);
      }
      *selected = static_cast<detail::non_void_value_t<Number, int>>(number);
      for (size_t i = 0; i < others.size(); ++i) out[static_cast<size_t>(count) - 1 - i] = others[i];
    });
  }
};

}  // namespace cub
