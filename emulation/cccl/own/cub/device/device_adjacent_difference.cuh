#pragma once
#include "detail.cuh"

namespace cub {

/// Left: out[i] = op(in[i], in[i - 1]), and the first is unchanged. Right: out[i] = op(in[i], in[i + 1]), and
/// the last is unchanged.
struct DeviceAdjacentDifference {
  template <class In, class Out, class Count, class Op = Difference>
  static cudaError_t SubtractLeftCopy(void* storage, size_t& storage_bytes, In in, Out out, Count count, Op op = {},
                                      cudaStream_t stream = nullptr) {
    return detail::run(storage, storage_bytes, detail::few_bytes, count, stream, [=]() mutable {
      for (size_t i = static_cast<size_t>(count); i-- > 1;) out[i] = op(in[i], in[i - 1]);
      if (count > Count(0)) out[0] = in[0];
    });
  }
  template <class In, class Out, class Count, class Op = Difference>
  static cudaError_t SubtractRightCopy(void* storage, size_t& storage_bytes, In in, Out out, Count count, Op op = {},
                                       cudaStream_t stream = nullptr) {
    return detail::run(storage, storage_bytes, detail::few_bytes, count, stream, [=]() mutable {
      for (size_t i = 0; i + 1 < static_cast<size_t>(count); ++i) out[i] = op(in[i], in[i + 1]);
      if (count > Count(0)) out[count - 1] = in[count - 1];
    });
  }
  template <class Data, class Count, class Op = Difference>
  static cudaError_t SubtractLeft(void* storage, size_t& storage_bytes, Data data, Count count, Op op = {},
                                  cudaStream_t stream = nullptr) {
    return SubtractLeftCopy(storage, storage_bytes, data, data, count, op, stream);
  }
  template <class Data, class Count, class Op = Difference>
  static cudaError_t SubtractRight(void* storage, size_t& storage_bytes, Data data, Count count, Op op = {},
                                   cudaStream_t stream = nullptr) {
    return SubtractRightCopy(storage, storage_bytes, data, data, count, op, stream);
  }
};

}  // namespace cub
