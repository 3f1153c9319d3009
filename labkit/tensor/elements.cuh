#pragma once
// For the kit's kernels: elements of any type, and one function for each of them.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdint>

#include "labkit/tensor/device.h"
#include "labkit/tensor/errors.h"
#include "labkit/tensor/handle.h"

namespace gridmark::tensor {

/// The elements of a contiguous tensor, read and written as f32.
struct Elements {
  explicit Elements(const Tensor& tensor) : data(tensor.data<void>()), dtype(tensor.dtype()) {}

  __host__ __device__ float get(std::int64_t i) const {
    if (dtype == DType::f16) return __half2float(static_cast<const __half*>(data)[i]);
    if (dtype == DType::bf16) return __bfloat162float(static_cast<const __nv_bfloat16*>(data)[i]);
    if (dtype == DType::i32) return static_cast<float>(static_cast<const std::int32_t*>(data)[i]);
    return static_cast<const float*>(data)[i];
  }
  __host__ __device__ void set(std::int64_t i, float value) const {
    if (dtype == DType::f16)
      static_cast<__half*>(data)[i] = __float2half(value);
    else if (dtype == DType::bf16)
      static_cast<__nv_bfloat16*>(data)[i] = __float2bfloat16(value);
    else if (dtype == DType::i32)
      static_cast<std::int32_t*>(data)[i] = static_cast<std::int32_t>(value);
    else
      static_cast<float*>(data)[i] = value;
  }

  void* data;
  DType dtype;
};

/// Where element i, counted row by row, lies in a strided tensor.
struct Layout {
  static constexpr int most_dims = 8;

  /// errors  ShapeError: more than most_dims dimensions
  explicit Layout(const Tensor& tensor) : dims(tensor.dims()) {
    if (dims > most_dims)
      throw ShapeError("the shape " + text_of(tensor.shape()) + " has more than 8 dimensions");
    for (int dim = 0; dim < dims; ++dim) {
      sizes[dim] = tensor.size(dim);
      strides[dim] = tensor.strides()[static_cast<std::size_t>(dim)];
    }
  }
  __host__ __device__ std::int64_t at(std::int64_t i) const {
    std::int64_t place = 0;
    for (int dim = dims - 1; dim >= 0; --dim) {
      place += i % sizes[dim] * strides[dim];
      i /= sizes[dim];
    }
    return place;
  }

  int dims;
  std::int64_t sizes[most_dims] = {}, strides[most_dims] = {};
};

template <class Function>
__global__ void call_for_each(std::int64_t count, Function function) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count) function(i);
}

/// Calls function(i) for 0 <= i < count in `place`: a thread each on a device, a loop on the host.
template <class Function>
void for_each(const char* name, Place place, std::int64_t count, Function function) {
  constexpr int threads = 256;
  if (count == 0) return;
  if (place.is_host()) {
    for (std::int64_t i = 0; i < count; ++i) function(i);
    return;
  }
  const OnDevice current(place);
  call_for_each<<<static_cast<unsigned>((count + threads - 1) / threads), threads>>>(count, function);
  check(cudaGetLastError(), name);
}

}  // namespace gridmark::tensor
