#pragma once
// cuda::std where no CCCL is installed: the host's C++ library under CUDA's name. Host and device code are
// one here, so everything in it may be used in kernels.
#if __has_include(<cuda/std/__cccl/version.h>) || __has_include(<cuda/std/detail/libcxx/include/__config>)
#error \
    "this header of cuda::std is not in the installed CCCL (CUDA's C++ libraries): it needs a newer CUDA toolkit"
#endif

namespace cuda {
namespace std {
using namespace ::std;
}  // namespace std
}  // namespace cuda
