#pragma once
#include "detail.cuh"

#include <algorithm>
#include <numeric>
#include <vector>

namespace cub {

/// Sort by a comparison. Every form is stable.
struct DeviceMergeSort {
#define GRIDMARK_CUB_SORT(prefix)                                                                                  \
  template <class Keys, class Count, class Less>                                                                   \
  static cudaError_t prefix##SortKeys(void* storage, size_t& storage_bytes, Keys keys, Count count, Less less,     \
                                      cudaStream_t stream = nullptr, bool = false) {                               \
    return sort(storage, storage_bytes, keys, static_cast<NullType*>(nullptr), keys,                               \
                static_cast<NullType*>(nullptr), count, less, stream);                                             \
  }                                                                                                                \
  template <class Keys, class Values, class Count, class Less>                                                     \
  static cudaError_t prefix##SortPairs(void* storage, size_t& storage_bytes, Keys keys, Values values,             \
                                       Count count, Less less, cudaStream_t stream = nullptr, bool = false) {      \
    return sort(storage, storage_bytes, keys, values, keys, values, count, less, stream);                          \
  }                                                                                                                \
  template <class In, class Out, class Count, class Less>                                                          \
  static cudaError_t prefix##SortKeysCopy(void* storage, size_t& storage_bytes, In in, Out out, Count count,       \
                                          Less less, cudaStream_t stream = nullptr, bool = false) {                \
    return sort(storage, storage_bytes, in, static_cast<NullType*>(nullptr), out, static_cast<NullType*>(nullptr), \
                count, less, stream);                                                                              \
  }                                                                                                                \
  template <class In, class InValues, class Out, class OutValues, class Count, class Less>                         \
  static cudaError_t prefix##SortPairsCopy(void* storage, size_t& storage_bytes, In in, InValues in_values,        \
                                           Out out, OutValues out_values, Count count, Less less,                  \
                                           cudaStream_t stream = nullptr, bool = false) {                          \
    return sort(storage, storage_bytes, in, in_values, out, out_values, count, less, stream);                      \
  }
  GRIDMARK_CUB_SORT()
  GRIDMARK_CUB_SORT(Stable)
#undef GRIDMARK_CUB_SORT

 private:
  template <class In, class InValues, class Out, class OutValues, class Count, class Less>
  static cudaError_t sort(void* storage, size_t& storage_bytes, In in, InValues in_values, Out out,
                          OutValues out_values, Count count, Less less, cudaStream_t stream) {
    using Key = detail::value_t<In>;
    using Value = detail::value_t<InValues>;
    constexpr bool has_values = !std::is_same<Value, NullType>::value;
    const auto items = static_cast<size_t>(count);
    const size_t bytes = detail::few_bytes + detail::aligned_bytes(items * sizeof(Key)) +
                         (has_values ? detail::aligned_bytes(items * sizeof(Value)) : 0);
    return detail::run(storage, storage_bytes, bytes, count, stream, [=]() mutable {
      std::vector<std::pair<Key, size_t>> keys;
      std::vector<Value> values;
      for (size_t i = 0; i < items; ++i) {
        keys.emplace_back(in[i], i);
        if constexpr (has_values) values.push_back(in_values[i]);
      }
      std::stable_sort(keys.begin(), keys.end(),
                       [&](const auto& a, const auto& b) { return static_cast<bool>(less(a.first, b.first)); });
      for (size_t i = 0; i < items; ++i) {
        out[i] = keys[i].first;
        if constexpr (has_values) out_values[i] = values[keys[i].second];
      }
    });
  }
};

}  // namespace cub
