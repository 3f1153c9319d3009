#pragma once
#include "detail.cuh"

namespace cub {

struct DeviceSelect {
  template <class In, class Flags, class Out, class Number, class Count>
  static cudaError_t Flagged(void* storage, size_t& storage_bytes, In in, Flags flags, Out out, Number selected,
                             Count count, cudaStream_t stream = nullptr, bool = false) {
    return select(storage, storage_bytes, in, out, selected, count, stream,
                  [flags](size_t i, const auto&) { return static_cast<bool>(flags[i]); });
  }
  template <class Data, class Flags, class Number, class Count,
            class = std::enable_if_t<std::is_integral<Count>::value>>
  static cudaError_t Flagged(void* storage, size_t& storage_bytes, Data data, Flags flags, Number selected,
                             Count count, cudaStream_t stream = nullptr, bool = false) {
    return Flagged(storage, storage_bytes, data, flags, data, selected, count, stream);
  }
  template <class In, class Out, class Number, class Count, class Op,
            class = std::enable_if_t<std::is_integral<Count>::value>>
  static cudaError_t If(void* storage, size_t& storage_bytes, In in, Out out, Number selected, Count count, Op op,
                        cudaStream_t stream = nullptr, bool = false) {
    return select(storage, storage_bytes, in, out, selected, count, stream,
                  [op](size_t, const auto& item) mutable { return static_cast<bool>(op(item)); });
  }
  template <class Data, class Number, class Count, class Op, class = std::enable_if_t<std::is_integral<Count>::value>>
  static cudaError_t If(void* storage, size_t& storage_bytes, Data data, Number selected, Count count, Op op,
                        cudaStream_t stream = nullptr, bool = false) {
    return If(storage, storage_bytes, data, data, selected, count, op, stream);
  }
  /// The items whose flag satisfies `op`.
  template <class In, class Flags, class Out, class Number, class Count, class Op>
  static cudaError_t FlaggedIf(void* storage, size_t& storage_bytes, In in, Flags flags, Out out, Number selected,
                               Count count, Op op, cudaStream_t stream = nullptr) {
    return select(storage, storage_bytes, in, out, selected, count, stream,
                  [flags, op](size_t i, const auto&) mutable { return static_cast<bool>(op(flags[i])); });
  }
  /// The first item of every run of equal ones.
  template <class In, class Out, class Number, class Count>
  static cudaError_t Unique(void* storage, size_t& storage_bytes, In in, Out out, Number selected, Count count,
                            cudaStream_t stream = nullptr, bool = false) {
    return detail::run(storage, storage_bytes, detail::few_bytes, count, stream, [=] {
      size_t number = 0;
      detail::value_t<In> last{};
      for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
        const detail::value_t<In> item = in[i];
        if (i > 0 && item == last) continue;
        out[number++] = last = item;
      }
      *selected = static_cast<detail::non_void_value_t<Number, int>>(number);
    });
  }
  template <class Keys, class Values, class KeysOut, class ValuesOut, class Number, class Count, class Equal = Equality,
            class = std::enable_if_t<std::is_integral<Count>::value>>
  static cudaError_t UniqueByKey(void* storage, size_t& storage_bytes, Keys keys, Values values, KeysOut keys_out,
                                 ValuesOut values_out, Number selected, Count count, Equal equal,
                                 cudaStream_t stream = nullptr) {
    return detail::run(storage, storage_bytes, detail::few_bytes, count, stream, [=]() mutable {
      size_t number = 0;
      detail::value_t<Keys> last{};
      for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
        const detail::value_t<Keys> key = keys[i];
        if (i > 0 && equal(last, key)) continue;
        keys_out[number] = last = key;
        values_out[number++] = values[i];
      }
      *selected = static_cast<detail::non_void_value_t<Number, int>>(number);
    });
  }
  template <class Keys, class Values, class KeysOut, class ValuesOut, class Number, class Count,
            class = std::enable_if_t<std::is_integral<Count>::value>>
  static cudaError_t UniqueByKey(void* storage, size_t& storage_bytes, Keys keys, Values values, KeysOut keys_out,
                                 ValuesOut values_out, Number selected, Count count, cudaStream_t stream = nullptr) {
    return UniqueByKey(storage, storage_bytes, keys, values, keys_out, values_out, selected, count, Equality(),
                       stream);
  }

 private:
  template <class In, class Out, class Number, class Count, class Wanted>
  static cudaError_t select(void* storage, size_t& storage_bytes, In in, Out out, Number selected, Count count,
                            cudaStream_t stream, Wanted wanted) {
    return detail::run(storage, storage_bytes, detail::few_bytes, count, stream, [=]() mutable {
      size_t number = 0;
      for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
        const detail::value_t<In> item = in[i];
        if (wanted(i, item)) out[number++] = item;
      }
      *selected = static_cast<detail::non_void_value_t<Number, int>>(number);
    });
  }
};

}  // namespace cub
