#pragma once
// Segment s is the places [begin_offsets[s], end_offsets[s]).
#include "device_reduce.cuh"

namespace cub {

struct DeviceSegmentedReduce {
  template <class In, class Out, class Begin, class End, class Op, class T>
  static cudaError_t Reduce(void* storage, size_t& storage_bytes, In in, Out out, std::int64_t segments, Begin begins,
                            End ends, Op op, T initial, cudaStream_t stream = nullptr, bool = false) {
    using Accumulator = detail::accumulator_t<Op&, T, detail::value_t<In>>;
    return each(storage, storage_bytes, segments, begins, ends, stream, [=](size_t segment, size_t begin, size_t count) {
      out[segment] = detail::reduced<Accumulator>(in + begin, count, op, Accumulator(initial));
    });
  }
  template <class In, class Out, class Begin, class End>
  static cudaError_t Sum(void* storage, size_t& storage_bytes, In in, Out out, std::int64_t segments, Begin begins,
                         End ends, cudaStream_t stream = nullptr, bool = false) {
    using T = detail::non_void_value_t<Out, detail::value_t<In>>;
    return Reduce(storage, storage_bytes, in, out, segments, begins, ends, cub::Sum(), T{}, stream);
  }
  template <class In, class Out, class Begin, class End>
  static cudaError_t Min(void* storage, size_t& storage_bytes, In in, Out out, std::int64_t segments, Begin begins,
                         End ends, cudaStream_t stream = nullptr, bool = false) {
    const auto none = detail::largest<detail::value_t<In>>();
    return Reduce(storage, storage_bytes, in, out, segments, begins, ends, cub::Min(), none, stream);
  }
  template <class In, class Out, class Begin, class End>
  static cudaError_t Max(void* storage, size_t& storage_bytes, In in, Out out, std::int64_t segments, Begin begins,
                         End ends, cudaStream_t stream = nullptr, bool = false) {
    const auto none = detail::smallest<detail::value_t<In>>();
    return Reduce(storage, storage_bytes, in, out, segments, begins, ends, cub::Max(), none, stream);
  }
  /// The key of a pair is the place within its segment.
  template <class In, class Out, class Begin, class End>
  static cudaError_t ArgMin(void* storage, size_t& storage_bytes, In in, Out out, std::int64_t segments, Begin begins,
                            End ends, cudaStream_t stream = nullptr, bool = false) {
    return arg(storage, storage_bytes, in, out, segments, begins, ends, stream,
               detail::largest<detail::value_t<In>>(), [](const auto& a, const auto& b) { return a < b; });
  }
  template <class In, class Out, class Begin, class End>
  static cudaError_t ArgMax(void* storage, size_t& storage_bytes, In in, Out out, std::int64_t segments, Begin begins,
                            End ends, cudaStream_t stream = nullptr, bool = false) {
    return arg(storage, storage_bytes, in, out, segments, begins, ends, stream,
               detail::smallest<detail::value_t<In>>(), [](const auto& a, const auto& b) { return b < a; });
  }

 private:
  template <class Begin, class End, class Work>
  static cudaError_t each(void* storage, size_t& storage_bytes, std::int64_t segments, Begin begins, End ends,
                          cudaStream_t stream, Work work) {
    return detail::run(storage, storage_bytes, detail::few_bytes, segments, stream, [=] {
      for (std::int64_t segment = 0; segment < segments; ++segment) {
        const auto begin = static_cast<std::int64_t>(begins[segment]), end = static_cast<std::int64_t>(ends[segment]);
        work(static_cast<size_t>(segment), static_cast<size_t>(begin), static_cast<size_t>(end > begin ? end - begin : 0));
      }
    });
  }
  template <class In, class Out, class Begin, class End, class T, class Better>
  static cudaError_t arg(void* storage, size_t& storage_bytes, In in, Out out, std::int64_t segments, Begin begins,
                         End ends, cudaStream_t stream, T of_none, Better better) {
    using Pair = detail::non_void_value_t<Out, KeyValuePair<int, T>>;
    return each(storage, storage_bytes, segments, begins, ends, stream, [=](size_t segment, size_t begin, size_t count) {
      Pair result;
      const size_t place = detail::extreme(in + begin, count, better);
      result.key = count ? static_cast<decltype(result.key)>(place) : 1;
      result.value = count ? static_cast<T>(in[begin + place]) : of_none;
      out[segment] = result;
    });
  }
};

}  // namespace cub
