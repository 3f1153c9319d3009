#pragma once
// Matrix products whose element types are chosen at run time.
#include <complex>
#include <functional>

#include "emulation/libraries/blas/view.h"
#include "library_types.h"

namespace gridmark::blas {

/// A view of elements of any type. `at` is null for an operand that is absent.
struct TypedView {
  void* at = nullptr;
  cudaDataType type = CUDA_R_32F;
  std::int64_t rows = 0, cols = 0, down = 1, right = 0;
  bool conjugated = false;
};

TypedView typed(const void* at, cudaDataType type, const View<const char>& shape);

/// The type in which sums are kept.
enum class Arithmetic { single, single_complex, wide, wide_complex, integer };

struct MixedProduct {
  Arithmetic arithmetic = Arithmetic::single;
  TypedView a, b;  ///< [m,k], [k,n]
  TypedView c, d;  ///< [m,n]: c is read unless beta is 0, d is written, both can be the same
  std::complex<double> alpha = 1, beta = 0;
  /// Reads, and can change, the result before it is rounded to d's type. Only for `single`.
  std::function<void(const View<float>&)> finish;
};

/// d = finish(alpha * a * b + beta * c). Halves and bfloat16 are multiplied and added as float and rounded
/// once. Integers are exact up to 2^53.
void multiply_mixed(const MixedProduct& product);

}  // namespace gridmark::blas
