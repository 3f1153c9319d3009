#pragma once
// A matrix and vectors. A is column-major: element (i,j) is A[i + j*lda]. Band and packed storage as in BLAS.
#include "gridmark/cublas_types.h"

// clang-format never settles on an indentation for lists of macros.
// clang-format off
#define GRIDMARK_DECLARE(X, T, I, N)                                                                         \
  cublasStatus_t cublas##X##gemv_v2##N(cublasHandle_t handle, cublasOperation_t trans, I m, I n,             \
                                       const T* alpha, const T* A, I lda, const T* x, I incx, const T* beta, \
                                       T* y, I incy);                                                        \
  cublasStatus_t cublas##X##gbmv_v2##N(cublasHandle_t handle, cublasOperation_t trans, I m, I n, I kl, I ku, \
                                       const T* alpha, const T* A, I lda, const T* x, I incx, const T* beta, \
                                       T* y, I incy);                                                        \
  cublasStatus_t cublas##X##trmv_v2##N(cublasHandle_t handle, cublasFillMode_t uplo,                         \
                                       cublasOperation_t trans, cublasDiagType_t diag, I n, const T* A,      \
                                       I lda, T* x, I incx);                                                 \
  cublasStatus_t cublas##X##trsv_v2##N(cublasHandle_t handle, cublasFillMode_t uplo,                         \
                                       cublasOperation_t trans, cublasDiagType_t diag, I n, const T* A,      \
                                       I lda, T* x, I incx);                                                 \
  cublasStatus_t cublas##X##tbmv_v2##N(cublasHandle_t handle, cublasFillMode_t uplo,                         \
                                       cublasOperation_t trans, cublasDiagType_t diag, I n, I k, const T* A, \
                                       I lda, T* x, I incx);                                                 \
  cublasStatus_t cublas##X##tbsv_v2##N(cublasHandle_t handle, cublasFillMode_t uplo,                         \
                                       cublasOperation_t trans, cublasDiagType_t diag, I n, I k, const T* A, \
                                       I lda, T* x, I incx);                                                 \
  cublasStatus_t cublas##X##tpmv_v2##N(cublasHandle_t handle, cublasFillMode_t uplo,                         \
                                       cublasOperation_t trans, cublasDiagType_t diag, I n, const T* AP,     \
                                       T* x, I incx);                                                        \
  cublasStatus_t cublas##X##tpsv_v2##N(cublasHandle_t handle, cublasFillMode_t uplo,                         \
                                       cublasOperation_t trans, cublasDiagType_t diag, I n, const T* AP,     \
                                       T* x, I incx);                                                        \
  cublasStatus_t cublas##X##gemvStridedBatched##N(cublasHandle_t handle, cublasOperation_t trans, I m, I n,  \
                                                  const T* alpha, const T* A, I lda, long long int strideA,  \
                                                  const T* x, I incx, long long int stridex, const T* beta,  \
                                                  T* y, I incy, long long int stridey, I batchCount);        \
  cublasStatus_t cublas##X##gemvBatched##N(                                                                  \
      cublasHandle_t handle, cublasOperation_t trans, I m, I n, const T* alpha, const T* const Aarray[],     \
      I lda, const T* const xarray[], I incx, const T* beta, T* const yarray[], I incy, I batchCount);       \
  cublasStatus_t cublas##X##symv_v2##N(cublasHandle_t handle, cublasFillMode_t uplo, I n, const T* alpha,    \
                                       const T* A, I lda, const T* x, I incx, const T* beta, T* y, I incy);  \
  cublasStatus_t cublas##X##syr_v2##N(cublasHandle_t handle, cublasFillMode_t uplo, I n, const T* alpha,     \
                                      const T* x, I incx, T* A, I lda);                                      \
  cublasStatus_t cublas##X##syr2_v2##N(cublasHandle_t handle, cublasFillMode_t uplo, I n, const T* alpha,    \
                                       const T* x, I incx, const T* y, I incy, T* A, I lda);
GRIDMARK_CUBLAS_EACH(GRIDMARK_DECLARE)
#undef GRIDMARK_DECLARE

// Symmetric band and packed (sb, sp), Hermitian (he, hb, hp): F(letter and kind, type, real type, ...).
#define GRIDMARK_DECLARE(XK, T, I, N)                                                                        \
  cublasStatus_t cublas##XK##bmv_v2##N(cublasHandle_t handle, cublasFillMode_t uplo, I n, I k,               \
                                       const T* alpha, const T* A, I lda, const T* x, I incx, const T* beta, \
                                       T* y, I incy);                                                        \
  cublasStatus_t cublas##XK##pmv_v2##N(cublasHandle_t handle, cublasFillMode_t uplo, I n, const T* alpha,    \
                                       const T* AP, const T* x, I incx, const T* beta, T* y, I incy);        \
  cublasStatus_t cublas##XK##pr2_v2##N(cublasHandle_t handle, cublasFillMode_t uplo, I n, const T* alpha,    \
                                       const T* x, I incx, const T* y, I incy, T* AP);
GRIDMARK_DECLARE(Ss, float, int, )
GRIDMARK_DECLARE(Ds, double, int, )
GRIDMARK_DECLARE(Ss, float, int64_t, _64)
GRIDMARK_DECLARE(Ds, double, int64_t, _64)
GRIDMARK_DECLARE(Ch, cuComplex, int, )
GRIDMARK_DECLARE(Zh, cuDoubleComplex, int, )
GRIDMARK_DECLARE(Ch, cuComplex, int64_t, _64) GRIDMARK_DECLARE(Zh, cuDoubleComplex, int64_t, _64)
#undef GRIDMARK_DECLARE

#define GRIDMARK_DECLARE(X, T, I, N)                                                                       \
  cublasStatus_t cublas##X##ger_v2##N(cublasHandle_t handle, I m, I n, const T* alpha, const T* x, I incx, \
                                      const T* y, I incy, T* A, I lda);                                    \
  cublasStatus_t cublas##X##spr_v2##N(cublasHandle_t handle, cublasFillMode_t uplo, I n, const T* alpha,   \
                                      const T* x, I incx, T* AP);
GRIDMARK_CUBLAS_REAL(GRIDMARK_DECLARE)
#undef GRIDMARK_DECLARE

#define GRIDMARK_DECLARE(X, T, I, N)                                                                        \
  cublasStatus_t cublas##X##geru_v2##N(cublasHandle_t handle, I m, I n, const T* alpha, const T* x, I incx, \
                                       const T* y, I incy, T* A, I lda);                                    \
  cublasStatus_t cublas##X##gerc_v2##N(cublasHandle_t handle, I m, I n, const T* alpha, const T* x, I incx, \
                                       const T* y, I incy, T* A, I lda);                                    \
  cublasStatus_t cublas##X##hemv_v2##N(cublasHandle_t handle, cublasFillMode_t uplo, I n, const T* alpha,   \
                                       const T* A, I lda, const T* x, I incx, const T* beta, T* y, I incy); \
  cublasStatus_t cublas##X##her2_v2##N(cublasHandle_t handle, cublasFillMode_t uplo, I n, const T* alpha,   \
                                       const T* x, I incx, const T* y, I incy, T* A, I lda);
GRIDMARK_CUBLAS_COMPLEX(GRIDMARK_DECLARE)
#undef GRIDMARK_DECLARE

#define GRIDMARK_DECLARE(X, T, R, I, N)                                                                  \
  cublasStatus_t cublas##X##her_v2##N(cublasHandle_t handle, cublasFillMode_t uplo, I n, const R* alpha, \
                                      const T* x, I incx, T* A, I lda);                                  \
  cublasStatus_t cublas##X##hpr_v2##N(cublasHandle_t handle, cublasFillMode_t uplo, I n, const R* alpha, \
                                      const T* x, I incx, T* AP);
GRIDMARK_CUBLAS_MIXED(GRIDMARK_DECLARE, C, Z)
#undef GRIDMARK_DECLARE
    // clang-format on
