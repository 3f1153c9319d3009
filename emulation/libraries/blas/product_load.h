#pragma once
#include <cstdint>

#include "emulation/libraries/blas/element_types.h"
#include "emulation/runtime/library_work.h"

namespace gridmark::blas {

/// What `count` products of m x k by k x n elements ask of a device: 2mnk operations each, 8mnk where
/// elements are complex. `tensor_cores`: of floats, which lose digits there (TF32).
emulation::LibraryLoad product_load(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t count,
                                    cudaDataType in, cudaDataType out, bool tensor_cores = false);

}  // namespace gridmark::blas
