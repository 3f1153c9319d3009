#pragma once
#include "detail.cuh"

namespace cub {

/// Each form exists with and without the two parameters for temporary storage, which it does not use.
struct DeviceFor {
  template <class Count, class Op, class = std::enable_if_t<std::is_integral<Count>::value>>
  static cudaError_t Bulk(Count count, Op op, cudaStream_t stream = nullptr) {
    return queue(stream, [=]() mutable {
      for (Count i = 0; i < count; ++i) op(i);
    });
  }
  template <class Iterator, class Count, class Op, class = std::enable_if_t<std::is_integral<Count>::value>>
  static cudaError_t ForEachN(Iterator first, Count count, Op op, cudaStream_t stream = nullptr) {
    return queue(stream, [=]() mutable {
      for (Count i = 0; i < count; ++i) op(first[i]);
    });
  }
  template <class Iterator, class Op>
  static cudaError_t ForEach(Iterator first, Iterator last, Op op, cudaStream_t stream = nullptr) {
    return ForEachN(first, last - first, op, stream);
  }
  template <class Iterator, class Count, class Op, class = std::enable_if_t<std::is_integral<Count>::value>>
  static cudaError_t ForEachCopyN(Iterator first, Count count, Op op, cudaStream_t stream = nullptr) {
    return ForEachN(first, count, op, stream);
  }
  template <class Iterator, class Op>
  static cudaError_t ForEachCopy(Iterator first, Iterator last, Op op, cudaStream_t stream = nullptr) {
    return ForEach(first, last, op, stream);
  }

#define GRIDMARK_CUB_WITH_STORAGE(name)                                                   \
  template <class... Arguments>                                                           \
  static cudaError_t name(void* storage, size_t& storage_bytes, Arguments... arguments) { \
    if (!storage) return storage_bytes = 1, cudaSuccess;                                  \
    return name(arguments...);                                                            \
  }
  GRIDMARK_CUB_WITH_STORAGE(Bulk)
  GRIDMARK_CUB_WITH_STORAGE(ForEachN)
  GRIDMARK_CUB_WITH_STORAGE(ForEach)
  GRIDMARK_CUB_WITH_STORAGE(ForEachCopyN)
  GRIDMARK_CUB_WITH_STORAGE(ForEachCopy)
#undef GRIDMARK_CUB_WITH_STORAGE

 private:
  template <class Work>
  static cudaError_t queue(cudaStream_t stream, Work work) {
    return ::gridmark::emulation::enqueue_host_work(stream, std::move(work));
  }
};

}  // namespace cub
