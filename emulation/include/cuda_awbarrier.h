#pragma once
// nvcuda::experimental::awbarrier, the older spelling of cuda::barrier.
#include "cuda/barrier"
#include "cuda_awbarrier_primitives.h"

namespace nvcuda {
namespace experimental {

class awbarrier : public ::cuda::barrier<::cuda::thread_scope_block> {
 public:
  friend void init(awbarrier* b, uint32_t expected) {
    init(static_cast<::cuda::barrier<::cuda::thread_scope_block>*>(b),
         static_cast<::std::ptrdiff_t>(expected));
  }
  friend void inval(awbarrier*) {}
};

}  // namespace experimental
}  // namespace nvcuda
