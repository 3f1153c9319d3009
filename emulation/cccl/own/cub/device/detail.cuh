#pragma once
// CUB's algorithms for whole arrays.
//
// Theory of operation
// A call with temporary storage queues one command in its stream. When the command runs, the host thread
// processes the arrays as one launch. A call without storage only returns the required size. It is roughly
// CUB's size, so that a program's peak of device memory is realistic. The storage is never touched.
#include <cstdint>
#include <iterator>
#include <limits>
#include <utility>

#include "../thread/thread_operators.cuh"
#include "../util_type.cuh"
#include "gridmark/host_work.h"
#include "gridmark/reduce_in_order.h"

namespace cub {
namespace detail {

constexpr std::size_t few_bytes = 1024;

inline std::size_t aligned_bytes(std::size_t bytes) { return (bytes + 255) / 256 * 256; }

/// errors  cudaErrorInvalidValue for a negative count, or less storage than required
template <class Count, class Work>
cudaError_t run(void* storage, std::size_t& storage_bytes, std::size_t wanted_bytes, Count count, cudaStream_t stream,
                Work work) {
  if (std::is_signed<Count>::value && count < Count(0)) return cudaErrorInvalidValue;
  if (!storage) return storage_bytes = wanted_bytes, cudaSuccess;
  if (storage_bytes < wanted_bytes) return cudaErrorInvalidValue;
  return ::gridmark::emulation::enqueue_host_work(stream, std::move(work));
}

/// *out = op(initial, all elements), or `initial` if there are none.
template <class T, class In, class Op>
T reduced(In in, std::size_t count, Op op, T initial) {
  auto join = [&op](const T& a, const T& b) -> T { return static_cast<T>(op(a, b)); };
  return count == 0 ? initial
                    : static_cast<T>(op(initial, ::gridmark::emulation::reduce_in_order<T>(in, count, join)));
}

template <class T>
constexpr T smallest() {
  return std::numeric_limits<T>::lowest();
}
template <class T>
constexpr T largest() {
  return std::numeric_limits<T>::max();
}

/// The place of the extreme element, the first of equal ones. `better(a, b)` is true if a comes before b.
template <class In, class Better>
std::size_t extreme(In in, std::size_t count, Better better) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < count; ++i) {
    if (better(in[i], in[best])) best = i;
  }
  return best;
}

}  // namespace detail
}  // namespace cub
