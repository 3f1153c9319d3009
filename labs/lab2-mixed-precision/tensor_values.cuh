#pragma once
// Tensor helpers that the parts of the adaptor share.
#include <algorithm>
#include <vector>

#include "labkit/channel/device_array.h"
#include "labkit/tensor/tensor.h"
#include "labs/lab2-mixed-precision/operations.h"

namespace gridmark::lab2 {

using namespace gridmark::tensor;
using channel::graded;
using channel::Status;

inline DType dtype_of(Type type) {
  constexpr DType types[] = {DType::f32, DType::f16, DType::bf16};
  return types[static_cast<int>(type)];
}

template <class T>
std::vector<T> values_of(const channel::In<T>& input) {
  const auto values = input.values();
  return {values.begin(), values.end()};
}

/// Consecutive parts of `values` with these sizes, as vectors on the device.
inline std::vector<Tensor> parts_of(const float* values, const channel::In<int>& sizes, DType type) {
  std::vector<Tensor> parts;
  for (const int size : sizes.values()) {
    parts.push_back(Tensor::from({values, values + size}, {size}, type, Device::cuda()));
    values += size;
  }
  return parts;
}

/// Writes all elements, one tensor after the other, until there is no more space. An undefined tensor leaves
/// its space unchanged.
inline void put(const std::vector<Tensor>& tensors, const channel::In<int>& sizes, channel::Out<float>& to) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < std::min(tensors.size(), sizes.size()); ++i) {
    const auto room = static_cast<std::size_t>(sizes.values()[i]);
    if (tensors[i].defined() && tensors[i].bytes() > 0) {
      const std::vector<float> values = tensors[i].to_vector();
      std::copy_n(values.begin(), std::min(values.size(), room), to.writable().begin() + static_cast<long>(at));
    }
    at += room;
  }
}

/// Frees the memory in the kit's cache at the end of an operation.
struct EmptyCache {
  ~EmptyCache() {
    cudaDeviceSynchronize();
    empty_cache();
  }
};

}  // namespace gridmark::lab2
