#pragma once
// Tools for the kit's kernels: elements of any type, and a function that runs for each of them.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdint>

#include "labkit/tensor/device.h"
#include "labkit/tensor/errors.h"
#include "labkit/tensor/handle.h"
#include "labkit/tensor/stream.h"

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

/// An empty tensor of the same shape, type and device.
inline Tensor like(const Tensor& tensor) {
  return Tensor::empty(tensor.shape(), tensor.dtype(), tensor.device());
}

/// i / n and i % n for numbers that are not negative. Nearly all fit in 32 bits, and a 32-bit division is
/// much faster.
__host__ __device__ inline std::int64_t quotient(std::int64_t i, std::int64_t n) {
  if ((i | n) >> 32 == 0) return static_cast<std::uint32_t>(i) / static_cast<std::uint32_t>(n);
  return i / n;
}
__host__ __device__ inline std::int64_t remainder(std::int64_t i, std::int64_t n) { return i - quotient(i, n) * n; }

/// The position of element i, counted row by row, in a strided tensor. Dimensions that are contiguous in each
/// other are merged, so that a contiguous tensor costs no division.
struct Layout {
  static constexpr int most_dims = 8;

  /// errors  ShapeError: more than most_dims dimensions
  explicit Layout(const Tensor& tensor) {
    if (tensor.dims() > most_dims)
      throw ShapeError("the shape " + text_of(tensor.shape()) + " has more than 8 dimensions");
    for (int dim = 0; dim < tensor.dims(); ++dim)
      append(tensor.size(dim), tensor.strides()[static_cast<std::size_t>(dim)]);
  }
  __host__ __device__ std::int64_t at(std::int64_t i) const {
    std::int64_t place = 0;
    for (int dim = last; dim > 0; --dim) {
      const std::int64_t outer = quotient(i, sizes[dim]);
      place += (i - outer * sizes[dim]) * strides[dim];
      i = outer;
    }
    return place + i * strides[0];
  }

  /// Elements of the innermost dimension. step() is the distance from one to the next.
  std::int64_t inner() const { return sizes[last]; }
  __host__ __device__ std::int64_t step() const { return strides[last]; }

  /// Appends an inner dimension.
  void append(std::int64_t size, std::int64_t stride) {
    if (size == 1) return;
    const bool joins = sizes[last] == 1 || strides[last] == size * stride;
    if (!joins) sizes[++last] = 1;
    sizes[last] *= size;
    strides[last] = stride;
  }

  int last = 0;  ///< the innermost dimension
  std::int64_t sizes[most_dims] = {1}, strides[most_dims] = {};
};

template <class Function>
__global__ void call_for_each(std::int64_t count, Function function) {
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step)
    function(i);
}

/// Calls function(i) for 0 <= i < count on `device`. The host uses a loop. A GPU uses one thread for each
/// element, or one for every fourth if there are enough, because each thread has a cost.
template <class Function>
void for_each(const char* name, Device device, std::int64_t count, Function function) {
  constexpr std::int64_t threads = 256, many = 1 << 14;
  if (count == 0) return;
  if (device.is_host()) {
    for (std::int64_t i = 0; i < count; ++i) function(i);
    return;
  }
  const OnDevice current(device);
  const std::int64_t wanted = count < many ? count : count / 4;
  const auto blocks = static_cast<unsigned>((wanted + threads - 1) / threads);
  call_for_each<<<blocks, threads, 0, current_stream(device)>>>(count, function);
  check(cudaGetLastError(), name);
}

}  // namespace gridmark::tensor
