// CCCL must treat us as a plain host compiler, although user code sees CUDA's macros.
#pragma once
#pragma push_macro("__CUDACC__")
#pragma push_macro("__CUDA_ARCH__")
#undef __CUDACC__
#undef __CUDA_ARCH__
// These types are disabled, because our headers for them only report that they are not supported.
#define CCCL_DISABLE_NVFP6_SUPPORT
#define CCCL_DISABLE_NVFP4_SUPPORT
#include_next <cuda/std/__cccl/compiler.h>
#pragma pop_macro("__CUDA_ARCH__")
#pragma pop_macro("__CUDACC__")
