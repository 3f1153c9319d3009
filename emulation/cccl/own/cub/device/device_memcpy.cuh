#pragma once
#include "detail.cuh"

#include <cstring>

namespace cub {

/// Many copies in one call: buffer i is `sizes[i]` bytes.
struct DeviceMemcpy {
  template <class From, class To, class Sizes>
  static cudaError_t Batched(void* storage, size_t& storage_bytes, From from, To to, Sizes sizes, std::int64_t count,
                             cudaStream_t stream = nullptr) {
    return detail::run(storage, storage_bytes, detail::few_bytes, count, stream, [=] {
      for (std::int64_t i = 0; i < count; ++i) {
        auto* bytes_to = static_cast<char*>(static_cast<void*>(to[i]));
        auto* bytes_from = static_cast<const char*>(static_cast<const void*>(from[i]));
        for (size_t byte = 0; byte < static_cast<size_t>(sizes[i]); ++byte) bytes_to[byte] = bytes_from[byte];
      }
    });
  }
};

/// The same with iterators, and sizes in items.
struct DeviceCopy {
  template <class From, class To, class Sizes>
  static cudaError_t Batched(void* storage, size_t& storage_bytes, From from, To to, Sizes sizes, std::int64_t count,
                             cudaStream_t stream = nullptr) {
    return detail::run(storage, storage_bytes, detail::few_bytes, count, stream, [=] {
      for (std::int64_t i = 0; i < count; ++i) {
        auto in = from[i];
        auto out = to[i];
        for (size_t item = 0; item < static_cast<size_t>(sizes[i]); ++item) out[item] = in[item];
      }
    });
  }
};

}  // namespace cub
