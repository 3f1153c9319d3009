#pragma once
// nvcuda::experimental::pipeline, the older spelling of a single thread's cuda::pipeline.
#include "cuda_awbarrier.h"
#include "cuda_pipeline_primitives.h"

namespace nvcuda {
namespace experimental {

class pipeline {
 public:
  pipeline() = default;
  pipeline(const pipeline&) = delete;
  pipeline& operator=(const pipeline&) = delete;

  /// Returns the batch's number.
  GRIDMARK_BARRIER_MEMBER size_t commit() {
    __pipeline_commit();
    return batch_++;
  }
  GRIDMARK_BARRIER_MEMBER void commit_and_wait() {
    commit();
    wait_prior<0>();
  }
  GRIDMARK_BARRIER_MEMBER void wait(size_t batch) {
    __pipeline_wait_prior(batch_ > batch ? batch_ - batch - 1 : 0);
  }
  template <unsigned prior>
  GRIDMARK_BARRIER_MEMBER void wait_prior() {
    __pipeline_wait_prior(prior);
  }
  GRIDMARK_BARRIER_MEMBER void arrive_on(awbarrier& barrier) { barrier.gridmark_expect_copies(); }

 private:
  size_t batch_ = 0;
};

template <class T>
GRIDMARK_INTRINSIC void memcpy_async(T& to, const T& from, pipeline&) {
  ::gridmark::emulation::start_shared_copy(::gridmark::emulation::SingleThread(), &to, &from, sizeof(T));
}

}  // namespace experimental
}  // namespace nvcuda
