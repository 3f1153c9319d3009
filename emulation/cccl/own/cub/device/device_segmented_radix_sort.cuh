#pragma once
// Segment s is the places [begin_offsets[s], end_offsets[s]).
#include "device_radix_sort.cuh"

namespace cub {

#define GRIDMARK_CUB_SEGMENTED_SORT(prefix, suffix, descending, BITS, begin_bit, end_bit)                           \
  template <class Key, class Begin, class End>                                                                      \
  static cudaError_t prefix##SortKeys##suffix(void* storage, size_t& storage_bytes, const Key* in, Key* out,        \
                                              std::int64_t count, std::int64_t segments, Begin begins,              \
                                              End ends BITS, cudaStream_t stream = nullptr, bool = false) {         \
    return detail::sort_segments<Key, NullType>(storage, storage_bytes, in, out, nullptr, nullptr, count, segments, \
                                                begins, ends, begin_bit, end_bit, descending, stream, false);       \
  }                                                                                                                 \
  template <class Key, class Value, class Begin, class End>                                                         \
  static cudaError_t prefix##SortPairs##suffix(                                                                     \
      void* storage, size_t& storage_bytes, const Key* in, Key* out, const Value* values, Value* values_out,        \
      std::int64_t count, std::int64_t segments, Begin begins, End ends BITS, cudaStream_t stream = nullptr,        \
      bool = false) {                                                                                               \
    return detail::sort_segments(storage, storage_bytes, in, out, values, values_out, count, segments, begins,      \
                                 ends, begin_bit, end_bit, descending, stream, false);                              \
  }                                                                                                                 \
  template <class Key, class Begin, class End>                                                                      \
  static cudaError_t prefix##SortKeys##suffix(void* storage, size_t& storage_bytes, DoubleBuffer<Key>& keys,        \
                                              std::int64_t count, std::int64_t segments, Begin begins,              \
                                              End ends BITS, cudaStream_t stream = nullptr, bool = false) {         \
    const Key* in = keys.Current();                                                                                 \
    if (storage) keys.selector ^= 1;                                                                                \
    return detail::sort_segments<Key, NullType>(storage, storage_bytes, in, keys.Current(), nullptr, nullptr,       \
                                                count, segments, begins, ends, begin_bit, end_bit, descending,      \
                                                stream, true);                                                      \
  }                                                                                                                 \
  template <class Key, class Value, class Begin, class End>                                                         \
  static cudaError_t prefix##SortPairs##suffix(                                                                     \
      void* storage, size_t& storage_bytes, DoubleBuffer<Key>& keys, DoubleBuffer<Value>& values,                   \
      std::int64_t count, std::int64_t segments, Begin begins, End ends BITS, cudaStream_t stream = nullptr,        \
      bool = false) {                                                                                               \
    const Key* in = keys.Current();                                                                                 \
    const Value* values_in = values.Current();                                                                      \
    if (storage) keys.selector ^= 1, values.selector ^= 1;                                                          \
    return detail::sort_segments(storage, storage_bytes, in, keys.Current(), values_in, values.Current(), count,    \
                                 segments, begins, ends, begin_bit, end_bit, descending, stream, true);             \
  }
#define GRIDMARK_CUB_BITS , int begin_bit = 0, int end_bit = sizeof(Key) * 8

namespace detail {

template <class Key, class Value, class Begin, class End>
cudaError_t sort_segments(void* storage, std::size_t& storage_bytes, const Key* in, Key* out, const Value* values,
                          Value* values_out, std::int64_t count, std::int64_t segments, Begin begins, End ends,
                          int begin_bit, int end_bit, bool descending, cudaStream_t stream, bool has_second_buffer) {
  const std::size_t bytes = radix_bytes<Key, Value>(static_cast<std::size_t>(count), has_second_buffer);
  return run(storage, storage_bytes, bytes, segments, stream, [=] {
    for (std::int64_t segment = 0; segment < segments; ++segment) {
      const auto begin = static_cast<std::size_t>(begins[segment]), end = static_cast<std::size_t>(ends[segment]);
      if (begin < end) radix_sort_range(in, out, values, values_out, begin, end, begin_bit, end_bit, descending);
    }
  });
}

}  // namespace detail

struct DeviceSegmentedRadixSort {
  GRIDMARK_CUB_SEGMENTED_SORT(, , false, GRIDMARK_CUB_BITS, begin_bit, end_bit)
  GRIDMARK_CUB_SEGMENTED_SORT(, Descending, true, GRIDMARK_CUB_BITS, begin_bit, end_bit)
};

struct DeviceSegmentedSort {
  GRIDMARK_CUB_SEGMENTED_SORT(, , false, , 0, sizeof(Key) * 8)
  GRIDMARK_CUB_SEGMENTED_SORT(, Descending, true, , 0, sizeof(Key) * 8)
  GRIDMARK_CUB_SEGMENTED_SORT(Stable, , false, , 0, sizeof(Key) * 8)
  GRIDMARK_CUB_SEGMENTED_SORT(Stable, Descending, true, , 0, sizeof(Key) * 8)
};
#undef GRIDMARK_CUB_BITS
#undef GRIDMARK_CUB_SEGMENTED_SORT

}  // namespace cub
