#pragma once
// Matrices, column-major. op(A) is A, its transpose or its conjugate transpose.
#include "gridmark/cublas_types.h"

// clang-format never settles on an indentation for lists of macros.
// clang-format off
#define GRIDMARK_DECLARE_GEMM(X, T, I, N)                                                                  \
  cublasStatus_t cublas##X##gemmStridedBatched##N(                                                         \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k,            \
      const T* alpha, const T* A, I lda, long long int strideA, const T* B, I ldb, long long int strideB,  \
      const T* beta, T* C, I ldc, long long int strideC, I batchCount);                                    \
  cublasStatus_t cublas##X##gemmBatched##N(cublasHandle_t handle, cublasOperation_t transa,                \
                                           cublasOperation_t transb, I m, I n, I k, const T* alpha,        \
                                           const T* const Aarray[], I lda, const T* const Barray[], I ldb, \
                                           const T* beta, T* const Carray[], I ldc, I batchCount);
#define GRIDMARK_DECLARE(X, T, I, N)                                                                         \
GRIDMARK_DECLARE_GEMM(X, T, I, N)                                                                          \
  cublasStatus_t cublas##X##gemm_v2##N(cublasHandle_t handle, cublasOperation_t transa,                      \
                                       cublasOperation_t transb, I m, I n, I k, const T* alpha, const T* A,  \
                                       I lda, const T* B, I ldb, const T* beta, T* C, I ldc);                \
  cublasStatus_t cublas##X##symm_v2##N(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,  \
                                       I m, I n, const T* alpha, const T* A, I lda, const T* B, I ldb,       \
                                       const T* beta, T* C, I ldc);                                          \
  cublasStatus_t cublas##X##syrk_v2##N(cublasHandle_t handle, cublasFillMode_t uplo,                         \
                                       cublasOperation_t trans, I n, I k, const T* alpha, const T* A, I lda, \
                                       const T* beta, T* C, I ldc);                                          \
  cublasStatus_t cublas##X##syr2k_v2##N(cublasHandle_t handle, cublasFillMode_t uplo,                        \
                                        cublasOperation_t trans, I n, I k, const T* alpha, const T* A,       \
                                        I lda, const T* B, I ldb, const T* beta, T* C, I ldc);               \
  cublasStatus_t cublas##X##syrkx##N(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,  \
                                     I n, I k, const T* alpha, const T* A, I lda, const T* B, I ldb,         \
                                     const T* beta, T* C, I ldc);                                            \
  cublasStatus_t cublas##X##trmm_v2##N(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,  \
                                       cublasOperation_t trans, cublasDiagType_t diag, I m, I n,             \
                                       const T* alpha, const T* A, I lda, const T* B, I ldb, T* C, I ldc);   \
  cublasStatus_t cublas##X##trsm_v2##N(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,  \
                                       cublasOperation_t trans, cublasDiagType_t diag, I m, I n,             \
                                       const T* alpha, const T* A, I lda, T* B, I ldb);                      \
  cublasStatus_t cublas##X##trsmBatched##N(cublasHandle_t handle, cublasSideMode_t side,                     \
                                           cublasFillMode_t uplo, cublasOperation_t trans,                   \
                                           cublasDiagType_t diag, I m, I n, const T* alpha,                  \
                                           const T* const A[], I lda, T* const B[], I ldb, I batchCount);    \
  cublasStatus_t cublas##X##geam##N(cublasHandle_t handle, cublasOperation_t transa,                         \
                                    cublasOperation_t transb, I m, I n, const T* alpha, const T* A, I lda,   \
                                    const T* beta, const T* B, I ldb, T* C, I ldc);                          \
  cublasStatus_t cublas##X##dgmm##N(cublasHandle_t handle, cublasSideMode_t mode, I m, I n, const T* A,      \
                                    I lda, const T* x, I incx, T* C, I ldc);
GRIDMARK_CUBLAS_EACH(GRIDMARK_DECLARE)
#undef GRIDMARK_DECLARE

#define GRIDMARK_DECLARE(X, T, I, N)                                                                     \
GRIDMARK_DECLARE_GEMM(X, T, I, N)                                                                      \
  cublasStatus_t cublas##X##gemm##N(cublasHandle_t handle, cublasOperation_t transa,                     \
                                    cublasOperation_t transb, I m, I n, I k, const T* alpha, const T* A, \
                                    I lda, const T* B, I ldb, const T* beta, T* C, I ldc);
GRIDMARK_DECLARE(H, __half, int, )
GRIDMARK_DECLARE(H, __half, int64_t, _64)
#undef GRIDMARK_DECLARE
#undef GRIDMARK_DECLARE_GEMM

#define GRIDMARK_DECLARE(X, T, R, I, N)                                                                      \
  cublasStatus_t cublas##X##gemm3m##N(cublasHandle_t handle, cublasOperation_t transa,                       \
                                      cublasOperation_t transb, I m, I n, I k, const T* alpha, const T* A,   \
                                      I lda, const T* B, I ldb, const T* beta, T* C, I ldc);                 \
  cublasStatus_t cublas##X##hemm_v2##N(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,  \
                                       I m, I n, const T* alpha, const T* A, I lda, const T* B, I ldb,       \
                                       const T* beta, T* C, I ldc);                                          \
  cublasStatus_t cublas##X##herk_v2##N(cublasHandle_t handle, cublasFillMode_t uplo,                         \
                                       cublasOperation_t trans, I n, I k, const R* alpha, const T* A, I lda, \
                                       const R* beta, T* C, I ldc);                                          \
  cublasStatus_t cublas##X##her2k_v2##N(cublasHandle_t handle, cublasFillMode_t uplo,                        \
                                        cublasOperation_t trans, I n, I k, const T* alpha, const T* A,       \
                                        I lda, const T* B, I ldb, const R* beta, T* C, I ldc);               \
  cublasStatus_t cublas##X##herkx##N(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans,  \
                                     I n, I k, const T* alpha, const T* A, I lda, const T* B, I ldb,         \
                                     const R* beta, T* C, I ldc);
GRIDMARK_CUBLAS_MIXED(GRIDMARK_DECLARE, C, Z)
#undef GRIDMARK_DECLARE

// Element and computation types chosen at the call.
#define GRIDMARK_DECLARE(I, N)                                                                               \
  cublasStatus_t cublasGemmEx##N(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,  \
                                 I m, I n, I k, const void* alpha, const void* A, cudaDataType Atype, I lda, \
                                 const void* B, cudaDataType Btype, I ldb, const void* beta, void* C,        \
                                 cudaDataType Ctype, I ldc, cublasComputeType_t computeType,                 \
                                 cublasGemmAlgo_t algo);                                                     \
  cublasStatus_t cublasGemmBatchedEx##N(                                                                     \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k,              \
      const void* alpha, const void* const Aarray[], cudaDataType Atype, I lda, const void* const Barray[],  \
      cudaDataType Btype, I ldb, const void* beta, void* const Carray[], cudaDataType Ctype, I ldc,          \
      I batchCount, cublasComputeType_t computeType, cublasGemmAlgo_t algo);                                 \
  cublasStatus_t cublasGemmStridedBatchedEx##N(                                                              \
      cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, I m, I n, I k,              \
      const void* alpha, const void* A, cudaDataType Atype, I lda, long long int strideA, const void* B,     \
      cudaDataType Btype, I ldb, long long int strideB, const void* beta, void* C, cudaDataType Ctype,       \
      I ldc, long long int strideC, I batchCount, cublasComputeType_t computeType, cublasGemmAlgo_t algo);   \
  cublasStatus_t cublasSgemmEx##N(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, \
                                  I m, I n, I k, const float* alpha, const void* A, cudaDataType Atype,      \
                                  I lda, const void* B, cudaDataType Btype, I ldb, const float* beta,        \
                                  void* C, cudaDataType Ctype, I ldc);                                       \
  cublasStatus_t cublasCgemmEx##N(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, \
                                  I m, I n, I k, const cuComplex* alpha, const void* A, cudaDataType Atype,  \
                                  I lda, const void* B, cudaDataType Btype, I ldb, const cuComplex* beta,    \
                                  void* C, cudaDataType Ctype, I ldc);
GRIDMARK_DECLARE(int, )
GRIDMARK_DECLARE(int64_t, _64)
#undef GRIDMARK_DECLARE

// Many small systems. Pivots are LAPACK's, counted from 1. A null P means no pivoting.
#define GRIDMARK_DECLARE(X, T)                                                                            \
  cublasStatus_t cublas##X##getrfBatched(cublasHandle_t handle, int n, T* const A[], int lda, int* P,     \
                                         int* info, int batchSize);                                       \
  cublasStatus_t cublas##X##getriBatched(cublasHandle_t handle, int n, const T* const A[], int lda,       \
                                         const int* P, T* const C[], int ldc, int* info, int batchSize);  \
  cublasStatus_t cublas##X##getrsBatched(cublasHandle_t handle, cublasOperation_t trans, int n, int nrhs, \
                                         const T* const Aarray[], int lda, const int* devIpiv,            \
                                         T* const Barray[], int ldb, int* info, int batchSize);           \
  cublasStatus_t cublas##X##matinvBatched(cublasHandle_t handle, int n, const T* const A[], int lda,      \
                                          T* const Ainv[], int lda_inv, int* info, int batchSize);
GRIDMARK_DECLARE(S, float)
GRIDMARK_DECLARE(D, double)
GRIDMARK_DECLARE(C, cuComplex)
GRIDMARK_DECLARE(Z, cuDoubleComplex)
#undef GRIDMARK_DECLARE
// clang-format on
