#pragma once
#include "detail.cuh"

#include <cuda/std/tuple>

namespace cub {

struct DeviceTransform {
  template <class... Ins, class Out, class Count, class Op>
  static cudaError_t Transform(::cuda::std::tuple<Ins...> ins, Out out, Count count, Op op,
                               cudaStream_t stream = nullptr) {
    return ::gridmark::emulation::enqueue_host_work(stream, [=]() mutable {
      for (Count i = 0; i < count; ++i) out[i] = at(ins, i, op, std::index_sequence_for<Ins...>{});
    });
  }
  template <class In, class Out, class Count, class Op>
  static cudaError_t Transform(In in, Out out, Count count, Op op, cudaStream_t stream = nullptr) {
    return Transform(::cuda::std::make_tuple(in), out, count, op, stream);
  }

 private:
  template <class Ins, class Count, class Op, size_t... each>
  static auto at(Ins& ins, Count i, Op& op, std::index_sequence<each...>) {
    return op(::cuda::std::get<each>(ins)[i]...);
  }
};

}  // namespace cub
