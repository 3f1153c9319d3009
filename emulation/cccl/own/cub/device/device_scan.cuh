#pragma once
#include "detail.cuh"

namespace cub {

struct DeviceScan {
  template <class In, class Out, class Op, class T, class Count>
  static cudaError_t ExclusiveScan(void* storage, size_t& storage_bytes, In in, Out out, Op op, T initial, Count count,
                                   cudaStream_t stream = nullptr, bool = false) {
    using Accumulator = detail::accumulator_t<Op&, T, detail::value_t<In>>;
    return detail::run(storage, storage_bytes, detail::few_bytes, count, stream, [=]() mutable {
      Accumulator sum = initial;
      for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
        const detail::value_t<In> item = in[i];  // `out` can be `in`
        out[i] = sum;
        sum = op(sum, item);
      }
    });
  }
  template <class In, class Out, class Op, class Count>
  static cudaError_t InclusiveScan(void* storage, size_t& storage_bytes, In in, Out out, Op op, Count count,
                                   cudaStream_t stream = nullptr, bool = false) {
    using Accumulator = detail::accumulator_t<Op&, detail::value_t<In>, detail::value_t<In>>;
    return detail::run(storage, storage_bytes, detail::few_bytes, count, stream, [=]() mutable {
      if (count == Count(0)) return;
      Accumulator sum = static_cast<detail::value_t<In>>(in[0]);
      out[0] = sum;
      for (size_t i = 1; i < static_cast<size_t>(count); ++i) out[i] = sum = op(sum, in[i]);
    });
  }
  template <class In, class Out, class Op, class T, class Count>
  static cudaError_t InclusiveScanInit(void* storage, size_t& storage_bytes, In in, Out out, Op op, T initial,
                                       Count count, cudaStream_t stream = nullptr) {
    using Accumulator = detail::accumulator_t<Op&, T, detail::value_t<In>>;
    return detail::run(storage, storage_bytes, detail::few_bytes, count, stream, [=]() mutable {
      Accumulator sum = initial;
      for (size_t i = 0; i < static_cast<size_t>(count); ++i) out[i] = sum = op(sum, in[i]);
    });
  }
  template <class In, class Out, class Count>
  static cudaError_t ExclusiveSum(void* storage, size_t& storage_bytes, In in, Out out, Count count,
                                  cudaStream_t stream = nullptr, bool = false) {
    return ExclusiveScan(storage, storage_bytes, in, out, cub::Sum(), detail::value_t<In>{}, count, stream);
  }
  template <class In, class Out, class Count>
  static cudaError_t InclusiveSum(void* storage, size_t& storage_bytes, In in, Out out, Count count,
                                  cudaStream_t stream = nullptr, bool = false) {
    return InclusiveScan(storage, storage_bytes, in, out, cub::Sum(), count, stream);
  }

  // In place.
  template <class Data, class Count, class = std::enable_if_t<std::is_integral<Count>::value>>
  static cudaError_t ExclusiveSum(void* storage, size_t& storage_bytes, Data data, Count count,
                                  cudaStream_t stream = nullptr) {
    return ExclusiveSum(storage, storage_bytes, data, data, count, stream);
  }
  template <class Data, class Count, class = std::enable_if_t<std::is_integral<Count>::value>>
  static cudaError_t InclusiveSum(void* storage, size_t& storage_bytes, Data data, Count count,
                                  cudaStream_t stream = nullptr) {
    return InclusiveSum(storage, storage_bytes, data, data, count, stream);
  }
  template <class Data, class Op, class T, class Count,
            class = std::enable_if_t<std::is_invocable<Op&, detail::value_t<Data>, detail::value_t<Data>>::value>>
  static cudaError_t ExclusiveScan(void* storage, size_t& storage_bytes, Data data, Op op, T initial, Count count,
                                   cudaStream_t stream = nullptr) {
    return ExclusiveScan(storage, storage_bytes, data, data, op, initial, count, stream);
  }
  template <class Data, class Op, class Count,
            class = std::enable_if_t<std::is_invocable<Op&, detail::value_t<Data>, detail::value_t<Data>>::value>>
  static cudaError_t InclusiveScan(void* storage, size_t& storage_bytes, Data data, Op op, Count count,
                                   cudaStream_t stream = nullptr) {
    return InclusiveScan(storage, storage_bytes, data, data, op, count, stream);
  }

  // Scans that start anew with every run of equal keys.
  template <class Keys, class In, class Out, class Op, class T, class Count, class Equal = Equality>
  static cudaError_t ExclusiveScanByKey(void* storage, size_t& storage_bytes, Keys keys, In in, Out out, Op op,
                                        T initial, Count count, Equal equal = Equal(), cudaStream_t stream = nullptr) {
    using Accumulator = detail::accumulator_t<Op&, T, detail::value_t<In>>;
    return detail::run(storage, storage_bytes, detail::few_bytes, count, stream, [=]() mutable {
      Accumulator sum = initial;
      for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
        const detail::value_t<In> item = in[i];
        if (i > 0 && !equal(keys[i - 1], keys[i])) sum = initial;
        out[i] = sum;
        sum = op(sum, item);
      }
    });
  }
  template <class Keys, class In, class Out, class Op, class Count, class Equal = Equality>
  static cudaError_t InclusiveScanByKey(void* storage, size_t& storage_bytes, Keys keys, In in, Out out, Op op,
                                        Count count, Equal equal = Equal(), cudaStream_t stream = nullptr) {
    using Accumulator = detail::accumulator_t<Op&, detail::value_t<In>, detail::value_t<In>>;
    return detail::run(storage, storage_bytes, detail::few_bytes, count, stream, [=]() mutable {
      if (count == Count(0)) return;
      Accumulator sum = static_cast<detail::value_t<In>>(in[0]);
      out[0] = sum;
      for (size_t i = 1; i < static_cast<size_t>(count); ++i)
        out[i] = sum = equal(keys[i - 1], keys[i]) ? Accumulator(op(sum, in[i])) : Accumulator(in[i]);
    });
  }
  template <class Keys, class In, class Out, class Count, class Equal = Equality>
  static cudaError_t ExclusiveSumByKey(void* storage, size_t& storage_bytes, Keys keys, In in, Out out, Count count,
                                       Equal equal = Equal(), cudaStream_t stream = nullptr) {
    return ExclusiveScanByKey(storage, storage_bytes, keys, in, out, cub::Sum(), detail::value_t<In>{}, count, equal,
                              stream);
  }
  template <class Keys, class In, class Out, class Count, class Equal = Equality>
  static cudaError_t InclusiveSumByKey(void* storage, size_t& storage_bytes, Keys keys, In in, Out out, Count count,
                                       Equal equal = Equal(), cudaStream_t stream = nullptr) {
    return InclusiveScanByKey(storage, storage_bytes, keys, in, out, cub::Sum(), count, equal, stream);
  }
};

}  // namespace cub
