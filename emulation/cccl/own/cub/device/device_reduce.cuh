#pragma once
#include "detail.cuh"

namespace cub {

struct DeviceReduce {
  template <class In, class Out, class Op, class T, class Count>
  static cudaError_t Reduce(void* storage, size_t& storage_bytes, In in, Out out, Count count, Op op, T initial,
                            cudaStream_t stream = nullptr, bool = false) {
    using Accumulator = detail::accumulator_t<Op&, T, detail::value_t<In>>;
    return detail::run(storage, storage_bytes, detail::few_bytes, count, stream, [=] {
      *out = detail::reduced<Accumulator>(in, static_cast<size_t>(count), op, Accumulator(initial));
    });
  }
  template <class In, class Out, class Op, class Transform, class T, class Count>
  static cudaError_t TransformReduce(void* storage, size_t& storage_bytes, In in, Out out, Count count, Op op,
                                     Transform transform, T initial, cudaStream_t stream = nullptr) {
    using Given = std::decay_t<std::invoke_result_t<Transform&, detail::value_t<In>>>;
    using Accumulator = detail::accumulator_t<Op&, T, Given>;
    return detail::run(storage, storage_bytes, detail::few_bytes, count, stream, [=]() mutable {
      Accumulator result = initial;
      for (size_t i = 0; i < static_cast<size_t>(count); ++i) result = op(result, transform(in[i]));
      *out = result;
    });
  }
  template <class In, class Out, class Count>
  static cudaError_t Sum(void* storage, size_t& storage_bytes, In in, Out out, Count count,
                         cudaStream_t stream = nullptr, bool = false) {
    using T = detail::non_void_value_t<Out, detail::value_t<In>>;
    return Reduce(storage, storage_bytes, in, out, count, cub::Sum(), T{}, stream);
  }
  template <class In, class Out, class Count>
  static cudaError_t Min(void* storage, size_t& storage_bytes, In in, Out out, Count count,
                         cudaStream_t stream = nullptr, bool = false) {
    using T = detail::value_t<In>;
    return Reduce(storage, storage_bytes, in, out, count, cub::Min(), detail::largest<T>(), stream);
  }
  template <class In, class Out, class Count>
  static cudaError_t Max(void* storage, size_t& storage_bytes, In in, Out out, Count count,
                         cudaStream_t stream = nullptr, bool = false) {
    using T = detail::value_t<In>;
    return Reduce(storage, storage_bytes, in, out, count, cub::Max(), detail::smallest<T>(), stream);
  }

  /// *out is a KeyValuePair of index and value.
  template <class In, class Out, class Count>
  static cudaError_t ArgMin(void* storage, size_t& storage_bytes, In in, Out out, Count count,
                            cudaStream_t stream = nullptr, bool = false) {
    return pair(storage, storage_bytes, in, out, count, detail::largest<detail::value_t<In>>(), stream,
                [](const auto& a, const auto& b) { return a < b; });
  }
  template <class In, class Out, class Count>
  static cudaError_t ArgMax(void* storage, size_t& storage_bytes, In in, Out out, Count count,
                            cudaStream_t stream = nullptr, bool = false) {
    return pair(storage, storage_bytes, in, out, count, detail::smallest<detail::value_t<In>>(), stream,
                [](const auto& a, const auto& b) { return b < a; });
  }
  /// Value and index in separate outputs, as since CUDA 13.
  template <class In, class Extreme, class Index, class = decltype(*std::declval<Index>())>
  static cudaError_t ArgMin(void* storage, size_t& storage_bytes, In in, Extreme extreme, Index index,
                            std::int64_t count, cudaStream_t stream = nullptr) {
    return apart(storage, storage_bytes, in, extreme, index, count, detail::largest<detail::value_t<In>>(), stream,
                 [](const auto& a, const auto& b) { return a < b; });
  }
  template <class In, class Extreme, class Index, class = decltype(*std::declval<Index>())>
  static cudaError_t ArgMax(void* storage, size_t& storage_bytes, In in, Extreme extreme, Index index,
                            std::int64_t count, cudaStream_t stream = nullptr) {
    return apart(storage, storage_bytes, in, extreme, index, count, detail::smallest<detail::value_t<In>>(), stream,
                 [](const auto& a, const auto& b) { return b < a; });
  }

  /// Consecutive equal keys form one run.
  template <class Keys, class UniqueKeys, class Values, class Aggregates, class Runs, class Op, class Count>
  static cudaError_t ReduceByKey(void* storage, size_t& storage_bytes, Keys keys, UniqueKeys unique, Values values,
                                 Aggregates aggregates, Runs runs, Op op, Count count, cudaStream_t stream = nullptr,
                                 bool = false) {
    using Value = detail::value_t<Values>;
    using Accumulator = detail::accumulator_t<Op&, Value, Value>;
    return detail::run(storage, storage_bytes, detail::few_bytes, count, stream, [=]() mutable {
      size_t run = 0;
      for (size_t i = 0, next; i < static_cast<size_t>(count); i = next, ++run) {
        const detail::value_t<Keys> key = keys[i];
        Accumulator sum = static_cast<Value>(values[i]);
        for (next = i + 1; next < static_cast<size_t>(count) && keys[next] == key; ++next) sum = op(sum, values[next]);
        unique[run] = key;
        aggregates[run] = sum;
      }
      *runs = static_cast<detail::non_void_value_t<Runs, int>>(run);
    });
  }

 private:
  template <class In, class Out, class Count, class T, class Better>
  static cudaError_t pair(void* storage, size_t& storage_bytes, In in, Out out, Count count, T of_none,
                          cudaStream_t stream, Better better) {
    using Pair = detail::non_void_value_t<Out, KeyValuePair<int, T>>;
    return detail::run(storage, storage_bytes, detail::few_bytes, count, stream, [=] {
      Pair result;
      const size_t place = detail::extreme(in, static_cast<size_t>(count), better);
      result.key = count ? static_cast<decltype(result.key)>(place) : 1;
      result.value = count ? static_cast<T>(in[place]) : of_none;
      *out = result;
    });
  }
  template <class In, class Extreme, class Index, class T, class Better>
  static cudaError_t apart(void* storage, size_t& storage_bytes, In in, Extreme extreme, Index index,
                           std::int64_t count, T of_none, cudaStream_t stream, Better better) {
    return detail::run(storage, storage_bytes, detail::few_bytes, count, stream, [=] {
      const size_t place = detail::extreme(in, static_cast<size_t>(count), better);
      *extreme = count ? static_cast<T>(in[place]) : of_none;
      *index = static_cast<detail::non_void_value_t<Index, std::int64_t>>(count ? place : 1);
    });
  }
};

}  // namespace cub
