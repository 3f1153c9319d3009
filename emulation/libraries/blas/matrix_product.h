#pragma once
#include <complex>

#include "emulation/libraries/blas/view.h"

namespace gridmark::blas {

/// C = alpha * A * B + beta * C, for float, double and their complex types.
///
/// a [m,k], b [k,n], c [m,n]. c is not conjugated and overlaps neither
/// beta  if it is 0, C is not read: NaN there does not spread
template <class T>
void matrix_product(T alpha, const View<const T>& a, const View<const T>& b, T beta, const View<T>& c);

extern template void matrix_product(float, const View<const float>&, const View<const float>&, float,
                                    const View<float>&);
extern template void matrix_product(double, const View<const double>&, const View<const double>&, double,
                                    const View<double>&);
extern template void matrix_product(std::complex<float>, const View<const std::complex<float>>&,
                                    const View<const std::complex<float>>&, std::complex<float>,
                                    const View<std::complex<float>>&);
extern template void matrix_product(std::complex<double>, const View<const std::complex<double>>&,
                                    const View<const std::complex<double>>&, std::complex<double>,
                                    const View<std::complex<double>>&);

}  // namespace gridmark::blas
