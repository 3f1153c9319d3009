#pragma once
// Common parts of the many forms of a matrix product.
#include <optional>

#include "emulation/libraries/blas/mixed_product.h"
#include "emulation/libraries/cublas/call.h"

namespace gridmark::cublas {

struct GemmShape {
  cublasOperation_t transa, transb;
  std::int64_t m, n, k;
  cudaDataType a, b, c;
  std::int64_t lda, ldb, ldc;
};

/// The types of sums and scalars. Nothing for a combination of types that cuBLAS does not have.
struct GemmTypes {
  blas::Arithmetic arithmetic;
  cudaDataType scalar;
  bool rounds_to_tf32 = false;  ///< on request, the device's tensor cores may take floats
};
std::optional<GemmTypes> gemm_types(cublasComputeType_t compute, cudaDataType a, cudaDataType b,
                                    cudaDataType c);

/// The places of the matrices of each product of a batch.
struct GemmBatch {
  std::int64_t count = 1;
  const void* a = nullptr;
  const void* b = nullptr;
  void* c = nullptr;
  std::int64_t stride_a = 0, stride_b = 0, stride_c = 0;  ///< elements
  bool pointers = false;                                  ///< a, b, c are arrays of pointers in device memory
};

cublasStatus_t gemm(Call call, const GemmShape& shape, const GemmTypes& types, const void* alpha,
                    const void* beta, const GemmBatch& batch);

}  // namespace gridmark::cublas
