#pragma once
// The matrices of cuSPARSE's descriptors, and the product that all routines use.
#include <cstddef>
#include <cstdint>

#include "cusparse.h"

/// A CSR or COO matrix.
struct cusparseSpMatDescr {
  std::int64_t rows = 0, cols = 0, entries = 0;
  bool is_csr = true;  ///< `row_places` has rows + 1 offsets; if false, a row for each entry
  const void* row_places = nullptr;
  const void* columns = nullptr;
  const void* values = nullptr;
  bool wide_row_places = false, wide_columns = false;  ///< 64-bit indices
  std::int64_t base = 0;
  cudaDataType type = CUDA_R_32F;
};

/// A dense matrix. A vector is one column.
struct cusparseDnMatDescr {
  std::int64_t rows = 0, cols = 0, leading = 0;
  void* values = nullptr;
  cudaDataType type = CUDA_R_32F;
  bool is_row_major = false;
};

struct cusparseDnVecDescr {
  cusparseDnMatDescr matrix;
};

namespace gridmark::sparse {

/// 0 for a type that is not supported.
std::size_t bytes_of(cudaDataType type);

struct Product {
  cusparseSpMatDescr a;
  cusparseDnMatDescr b, c;
  cusparseOperation_t a_operation, b_operation;
};

/// C = alpha * op(A) * op(B) + beta * C. An index outside of the matrix ends the program with a message.
void multiply(const Product& product, const void* alpha, const void* beta);

}  // namespace gridmark::sparse
