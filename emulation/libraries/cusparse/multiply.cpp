#include <complex>
#include <type_traits>
#include <vector>

#include "emulation/engine/fault.h"
#include "emulation/libraries/cusparse/matrices.h"

namespace gridmark::sparse {
namespace {

std::int64_t index_at(const void* indices, bool wide, std::int64_t i) {
  return wide ? static_cast<const std::int64_t*>(indices)[i] : static_cast<const std::int32_t*>(indices)[i];
}

void check(bool inside) {
  if (!inside)
    emulation::end_with_fault("a sparse matrix that was handed to cuSPARSE has an index outside of its size",
                              "", 0);
}

/// Calls visit(row, column, entry) for each entry.
template <class Visit>
void for_each_entry(const cusparseSpMatDescr& a, Visit visit) {
  const auto visit_checked = [&](std::int64_t row, std::int64_t entry) {
    check(entry >= 0 && entry < a.entries);
    const std::int64_t column = index_at(a.columns, a.wide_columns, entry) - a.base;
    check(row >= 0 && row < a.rows && column >= 0 && column < a.cols);
    visit(row, column, entry);
  };
  if (!a.is_csr) {
    for (std::int64_t e = 0; e < a.entries; ++e)
      visit_checked(index_at(a.row_places, a.wide_row_places, e) - a.base, e);
    return;
  }
  for (std::int64_t row = 0; row < a.rows; ++row) {
    const std::int64_t end = index_at(a.row_places, a.wide_row_places, row + 1) - a.base;
    for (std::int64_t e = index_at(a.row_places, a.wide_row_places, row) - a.base; e < end; ++e)
      visit_checked(row, e);
  }
}

std::size_t place(const cusparseDnMatDescr& m, std::int64_t row, std::int64_t col) {
  return static_cast<std::size_t>(m.is_row_major ? row * m.leading + col : col * m.leading + row);
}

template <class T>
T conjugated_if(bool wanted, T value) {
  if constexpr (std::is_floating_point_v<T>) {
    static_cast<void>(wanted);
    return value;
  } else {
    return wanted ? std::conj(value) : value;
  }
}

/// Wide  the type of sums
template <class T, class Wide>
void multiply_as(const Product& p, const void* alpha_at, const void* beta_at) {
  const Wide alpha(*static_cast<const T*>(alpha_at)), beta(*static_cast<const T*>(beta_at));
  const T *values = static_cast<const T*>(p.a.values), *b = static_cast<const T*>(p.b.values);
  T* c = static_cast<T*>(p.c.values);
  const bool turned = p.a_operation != CUSPARSE_OPERATION_NON_TRANSPOSE;
  const bool b_turned = p.b_operation != CUSPARSE_OPERATION_NON_TRANSPOSE;
  std::vector<Wide> sums(static_cast<std::size_t>(p.c.rows * p.c.cols));
  for_each_entry(p.a, [&](std::int64_t row, std::int64_t column, std::int64_t entry) {
    const Wide value =
        conjugated_if(p.a_operation == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, Wide(values[entry]));
    const std::int64_t to = turned ? column : row, from = turned ? row : column;
    for (std::int64_t k = 0; k < p.c.cols; ++k) {
      const Wide factor(b[b_turned ? place(p.b, k, from) : place(p.b, from, k)]);
      sums[static_cast<std::size_t>(to * p.c.cols + k)] +=
          value * conjugated_if(p.b_operation == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, factor);
    }
  });
  for (std::int64_t row = 0; row < p.c.rows; ++row) {
    for (std::int64_t k = 0; k < p.c.cols; ++k) {
      T& out = c[place(p.c, row, k)];
      const Wide sum = alpha * sums[static_cast<std::size_t>(row * p.c.cols + k)];
      out = static_cast<T>(beta == Wide(0) ? sum : sum + beta * Wide(out));  // C is not read if beta is 0
    }
  }
}

}  // namespace

std::size_t bytes_of(cudaDataType type) {
  switch (type) {
    case CUDA_R_32F:
      return sizeof(float);
    case CUDA_R_64F:
      return sizeof(double);
    case CUDA_C_32F:
      return sizeof(std::complex<float>);
    case CUDA_C_64F:
      return sizeof(std::complex<double>);
    default:
      return 0;
  }
}

void multiply(const Product& product, const void* alpha, const void* beta) {
  switch (product.a.type) {
    case CUDA_R_32F:
      return multiply_as<float, double>(product, alpha, beta);
    case CUDA_R_64F:
      return multiply_as<double, double>(product, alpha, beta);
    case CUDA_C_32F:
      return multiply_as<std::complex<float>, std::complex<double>>(product, alpha, beta);
    default:
      return multiply_as<std::complex<double>, std::complex<double>>(product, alpha, beta);
  }
}

}  // namespace gridmark::sparse
