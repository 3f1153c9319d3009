#pragma once
#include "detail.cuh"

namespace cub {

/// Merges two sorted ranges. Among equal keys the first range's come first.
struct DeviceMerge {
  template <class First, class Second, class Out, class Less = ::cuda::std::less<>>
  static cudaError_t MergeKeys(void* storage, size_t& storage_bytes, First first, std::int64_t first_count,
                               Second second, std::int64_t second_count, Out out, Less less = {},
                               cudaStream_t stream = nullptr) {
    return detail::run(storage, storage_bytes, detail::few_bytes, first_count, stream, [=]() mutable {
      for (std::int64_t i = 0, j = 0; i < first_count || j < second_count;) {
        const bool take_second = i == first_count || (j < second_count && less(second[j], first[i]));
        out[i + j] = take_second ? second[j] : first[i];
        ++(take_second ? j : i);
      }
    });
  }
  template <class First, class FirstValues, class Second, class SecondValues, class Out, class OutValues,
            class Less = ::cuda::std::less<>>
  static cudaError_t MergePairs(void* storage, size_t& storage_bytes, First first, FirstValues first_values,
                                std::int64_t first_count, Second second, SecondValues second_values,
                                std::int64_t second_count, Out out, OutValues out_values, Less less = {},
                                cudaStream_t stream = nullptr) {
    return detail::run(storage, storage_bytes, detail::few_bytes, first_count, stream, [=]() mutable {
      for (std::int64_t i = 0, j = 0; i < first_count || j < second_count;) {
        const bool take_second = i == first_count || (j < second_count && less(second[j], first[i]));
        out[i + j] = take_second ? second[j] : first[i];
        out_values[i + j] = take_second ? second_values[j] : first_values[i];
        ++(take_second ? j : i);
      }
    });
  }
};

}  // namespace cub
