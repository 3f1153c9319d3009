#pragma once
#include <cstddef>

#include "cublasLt.h"
#include "emulation/libraries/blas/view.h"

namespace gridmark::cublaslt {

/// The operations on a product before it is rounded and stored.
struct Epilogue {
  unsigned kind = CUBLASLT_EPILOGUE_DEFAULT;
  char* bias = nullptr;  ///< one value for each row of D, which is written for the gradients of a bias
  cudaDataType bias_type = CUDA_R_32F;
  char* aux = nullptr;  ///< inputs of GELU, or one bit for each input of RELU that was above 0
  cudaDataType aux_type = CUDA_R_32F;
  std::int64_t aux_leading = 0;  ///< in elements, or in bits

  bool has(unsigned part) const { return (kind & part) != 0; }
  bool is_bits() const { return has(CUBLASLT_EPILOGUE_RELU) || has(8); }
  bool writes_bias() const { return has(16); }
  bool writes_aux() const { return has(128) && !has(8) && !has(64); }

  std::size_t bias_bytes(std::int64_t rows) const;
  std::size_t aux_bytes(std::int64_t rows, std::int64_t cols) const;
  /// `result` is [rows, cols] of D.
  void apply(const blas::View<float>& result) const;
};

bool is_known_epilogue(unsigned kind);

}  // namespace gridmark::cublaslt
