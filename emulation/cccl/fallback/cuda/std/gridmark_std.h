#pragma once
// cuda::std for systems without CCCL: the host's C++ library under CUDA's name. Host and device code are one
// here, so kernels can use all of it.
#if __has_include(<cuda/std/__cccl/version.h>) || __has_include(<cuda/std/detail/libcxx/include/__config>)
#error \
    "this header of cuda::std is not in the installed CCCL (CUDA's C++ libraries): it needs a newer CUDA toolkit"
#endif

namespace cuda {
namespace std {
using namespace ::std;
}  // namespace std
}  // namespace cuda
