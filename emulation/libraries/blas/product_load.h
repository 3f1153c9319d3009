#pragma once
#include <cstdint>

#include "emulation/libraries/blas/element_types.h"
#include "emulation/runtime/library_work.h"

namespace gridmark::blas {

/// The work of a device for `count` products of m x k by k x n elements: 2mnk operations each, or 8mnk if
/// elements are complex. `tensor_cores`: for floats, which lose digits there (TF32).
emulation::LibraryLoad product_load(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t count,
                                    cudaDataType in, cudaDataType out, bool tensor_cores = false);

}  // namespace gridmark::blas
