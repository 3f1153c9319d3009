#pragma once
// Macros that nvcc predefines, for programs that test them. cuda_runtime.h includes this file last, because
// its standard headers must see a plain host compiler.
//
// A program that tests __CUDA_ARCH__ is preprocessed for each side. Functions that differ get both bodies
// (emulation/rewrite/sides.h).

#ifndef GRIDMARK_HOST_SIDE
#define __CUDA_ARCH__ 800
#endif
#define __CUDA_ARCH_LIST__ 800

#ifndef __NVCC__
#define __NVCC__ 1
#endif
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 4
#define __CUDACC_VER_BUILD__ 131
#define __CUDACC_EXTENDED_LAMBDA__ 1
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#define __CUDA_API_VER_MAJOR__ 12
#define __CUDA_API_VER_MINOR__ 4

#ifndef __clang__
#define __builtin_assume(condition) ((condition) ? static_cast<void>(0) : __builtin_unreachable())
#endif
