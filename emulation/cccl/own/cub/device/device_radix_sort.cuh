#pragma once
#include "../detail_radix.cuh"
#include "detail.cuh"

namespace cub {
namespace detail {

/// Sorts places [begin, end) of the input into the same places of the output, which can be the input.
template <class Key, class Value>
void radix_sort_range(const Key* keys, Key* keys_out, const Value* values, Value* values_out, std::size_t begin,
                      std::size_t end, int begin_bit, int end_bit, bool descending) {
  const std::vector<std::size_t> order = radix_order(keys + begin, end - begin, begin_bit, end_bit, descending);
  std::vector<Key> sorted_keys;
  std::vector<Value> sorted_values;
  for (const std::size_t place : order) {
    sorted_keys.push_back(keys[begin + place]);
    if constexpr (!std::is_same<Value, NullType>::value) sorted_values.push_back(values[begin + place]);
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    keys_out[begin + i] = sorted_keys[i];
    if constexpr (!std::is_same<Value, NullType>::value) values_out[begin + i] = sorted_values[i];
  }
}

/// CUB's memory in addition to the arrays: a second copy of them, unless the caller passes double buffers.
template <class Key, class Value>
std::size_t radix_bytes(std::size_t count, bool has_second_buffer) {
  const std::size_t item = sizeof(Key) + (std::is_same<Value, NullType>::value ? 0 : sizeof(Value));
  return few_bytes + (has_second_buffer ? 0 : aligned_bytes(count * item));
}

}  // namespace detail

struct DeviceRadixSort {
#define GRIDMARK_CUB_SORT(suffix, descending)                                                                        \
  template <class Key, class Count>                                                                                  \
  static cudaError_t SortKeys##suffix(void* storage, size_t& storage_bytes, const Key* in, Key* out, Count count,    \
                                      int begin_bit = 0, int end_bit = sizeof(Key) * 8,                              \
                                      cudaStream_t stream = nullptr, bool = false) {                                 \
    return sort<Key, NullType>(storage, storage_bytes, in, out, nullptr, nullptr, count, begin_bit, end_bit,         \
                               descending, stream, false);                                                           \
  }                                                                                                                  \
  template <class Key, class Value, class Count>                                                                     \
  static cudaError_t SortPairs##suffix(void* storage, size_t& storage_bytes, const Key* in, Key* out,                \
                                       const Value* values, Value* values_out, Count count, int begin_bit = 0,       \
                                       int end_bit = sizeof(Key) * 8, cudaStream_t stream = nullptr, bool = false) { \
    return sort(storage, storage_bytes, in, out, values, values_out, count, begin_bit, end_bit, descending, stream,  \
                false);                                                                                              \
  }                                                                                                                  \
  template <class Key, class Count>                                                                                  \
  static cudaError_t SortKeys##suffix(void* storage, size_t& storage_bytes, DoubleBuffer<Key>& keys, Count count,    \
                                      int begin_bit = 0, int end_bit = sizeof(Key) * 8,                              \
                                      cudaStream_t stream = nullptr, bool = false) {                                 \
    const Key* in = keys.Current();                                                                                  \
    if (storage) keys.selector ^= 1;                                                                                 \
    return sort<Key, NullType>(storage, storage_bytes, in, keys.Current(), nullptr, nullptr, count, begin_bit,       \
                               end_bit, descending, stream, true);                                                   \
  }                                                                                                                  \
  template <class Key, class Value, class Count>                                                                     \
  static cudaError_t SortPairs##suffix(void* storage, size_t& storage_bytes, DoubleBuffer<Key>& keys,                \
                                       DoubleBuffer<Value>& values, Count count, int begin_bit = 0,                  \
                                       int end_bit = sizeof(Key) * 8, cudaStream_t stream = nullptr, bool = false) { \
    const Key* in = keys.Current();                                                                                  \
    const Value* values_in = values.Current();                                                                       \
    if (storage) keys.selector ^= 1, values.selector ^= 1;                                                           \
    return sort(storage, storage_bytes, in, keys.Current(), values_in, values.Current(), count, begin_bit, end_bit,  \
                descending, stream, true);                                                                           \
  }
  GRIDMARK_CUB_SORT(, false)
  GRIDMARK_CUB_SORT(Descending, true)
#undef GRIDMARK_CUB_SORT

 private:
  template <class Key, class Value, class Count>
  static cudaError_t sort(void* storage, size_t& storage_bytes, const Key* in, Key* out, const Value* values,
                          Value* values_out, Count count, int begin_bit, int end_bit, bool descending,
                          cudaStream_t stream, bool has_second_buffer) {
    const auto items = static_cast<size_t>(count);
    return detail::run(storage, storage_bytes, detail::radix_bytes<Key, Value>(items, has_second_buffer), count,
                       stream, [=] {
                         detail::radix_sort_range(in, out, values, values_out, 0, items, begin_bit, end_bit,
                                                  descending);
                       });
  }
};

}  // namespace cub
