#include "emulation/libraries/blas/mixed_product.h"

#include <vector>

#include "emulation/libraries/blas/element_types.h"
#include "emulation/libraries/blas/matrix_product.h"

namespace gridmark::blas {
namespace {

template <class T>
constexpr cudaDataType own_type = CUDA_R_32F;
template <>
constexpr cudaDataType own_type<double> = CUDA_R_64F;
template <>
constexpr cudaDataType own_type<std::complex<float>> = CUDA_C_32F;
template <>
constexpr cudaDataType own_type<std::complex<double>> = CUDA_C_64F;

void* element_at(const TypedView& from, std::int64_t i, std::int64_t j) {
  return static_cast<char*>(from.at) +
         (i * from.down + j * from.right) * static_cast<std::int64_t>(bytes_of(from.type));
}

template <class T>
View<T> as_it_is(const TypedView& from) {
  return {static_cast<T*>(from.at), from.rows, from.cols, from.down, from.right, from.conjugated};
}

/// Column by column, or row by row if the elements lie in that order.
template <class T>
View<T> storage_like(const TypedView& from, std::vector<T>& storage) {
  storage.resize(static_cast<std::size_t>(from.rows * from.cols));
  if (from.right == 1 && from.down != 1) return {storage.data(), from.rows, from.cols, from.cols, 1, false};
  return {storage.data(), from.rows, from.cols, 1, from.rows, false};
}

template <class T>
void convert(const TypedView& from, const View<T>& to) {
  const bool by_rows = to.right == 1 && to.down != 1;
  const std::int64_t lines = by_rows ? to.rows : to.cols, length = by_rows ? to.cols : to.rows;
  const std::int64_t step = by_rows ? from.right : from.down;
  for (std::int64_t line = 0; line < lines; ++line) {
    const void* first = by_rows ? element_at(from, line, 0) : element_at(from, 0, line);
    T* target = by_rows ? &to(line, 0) : &to(0, line);
    if constexpr (std::is_same_v<T, float>)
      load_floats(first, from.type, step, length, target);
    else if constexpr (std::is_same_v<T, double>)
      for (std::int64_t i = 0; i < length; ++i) target[i] = load_element(first, from.type, i * step);
    else
      for (std::int64_t i = 0; i < length; ++i) target[i] = static_cast<const T*>(first)[i * step];
  }
}

template <class T>
void store(const View<T>& from, const TypedView& to) {
  for (std::int64_t j = 0; j < from.cols; ++j) {
    void* first = element_at(to, 0, j);
    if constexpr (std::is_same_v<T, float>)
      store_floats(first, to.type, to.down, from.rows, &from(0, j));
    else if constexpr (std::is_same_v<T, double>)
      for (std::int64_t i = 0; i < from.rows; ++i) store_element(first, to.type, i * to.down, from(i, j));
    else
      for (std::int64_t i = 0; i < from.rows; ++i) static_cast<T*>(first)[i * to.down] = from(i, j);
  }
}

template <class T>
View<const T> loaded(const TypedView& from, std::vector<T>& storage) {
  if (from.type == own_type<T>) return as_it_is<T>(from).readable();
  const View<T> to = storage_like(from, storage);
  convert(from, to);
  return to.readable();
}

template <class T>
T scalar(std::complex<double> value) {
  if constexpr (IsComplex<T>::value)
    return static_cast<T>(value);
  else
    return static_cast<T>(value.real());
}

template <class T>
void multiply(const MixedProduct& p) {
  std::vector<T> storage_a, storage_b, result;
  const View<const T> a = loaded(p.a, storage_a), b = loaded(p.b, storage_b);
  const T alpha = scalar<T>(p.alpha), beta = scalar<T>(p.beta);
  const bool in_place = p.d.type == own_type<T> && !p.finish && (beta == T(0) || p.c.at == p.d.at);
  if (in_place) return matrix_product(alpha, a, b, beta, as_it_is<T>(p.d));
  result.resize(static_cast<std::size_t>(p.d.rows * p.d.cols));
  const View<T> whole = column_major(result.data(), p.d.rows, p.d.cols, p.d.rows);
  if (beta != T(0)) convert(p.c, whole);
  matrix_product(alpha, a, b, beta, whole);
  if constexpr (std::is_same_v<T, float>) {
    if (p.finish) p.finish(whole);
  }
  store(whole, p.d);
}

}  // namespace

TypedView typed(const void* at, cudaDataType type, const View<const char>& shape) {
  return {const_cast<void*>(at), type, shape.rows, shape.cols, shape.down, shape.right, shape.conjugated};
}

void multiply_mixed(const MixedProduct& product) {
  if (product.d.rows == 0 || product.d.cols == 0) return;
  switch (product.arithmetic) {
    case Arithmetic::single:
      return multiply<float>(product);
    case Arithmetic::single_complex:
      return multiply<std::complex<float>>(product);
    case Arithmetic::wide:
    case Arithmetic::integer:
      return multiply<double>(product);
    case Arithmetic::wide_complex:
      return multiply<std::complex<double>>(product);
  }
}

}  // namespace gridmark::blas
