#pragma once
// Vectors: x and y hold n elements, incx and incy elements apart (negative: from the last one backwards). The
// handle's pointer mode decides where results (*result, *c, ...) and scalars lie.
#include "gridmark/cublas_types.h"

// clang-format never settles on an indentation for lists of macros.
// clang-format off
#define GRIDMARK_DECLARE(X, T, I, N)                                                                         \
  cublasStatus_t cublas##X##axpy_v2##N(cublasHandle_t handle, I n, const T* alpha, const T* x, I incx, T* y, \
                                       I incy);                                                              \
  cublasStatus_t cublas##X##scal_v2##N(cublasHandle_t handle, I n, const T* alpha, T* x, I incx);            \
  cublasStatus_t cublas##X##copy_v2##N(cublasHandle_t handle, I n, const T* x, I incx, T* y, I incy);        \
  cublasStatus_t cublas##X##swap_v2##N(cublasHandle_t handle, I n, T* x, I incx, T* y, I incy);
GRIDMARK_CUBLAS_EACH(GRIDMARK_DECLARE)
#undef GRIDMARK_DECLARE

#define GRIDMARK_DECLARE(X, T, I, N)                                                                      \
  cublasStatus_t cublas##X##dot_v2##N(cublasHandle_t handle, I n, const T* x, I incx, const T* y, I incy, \
                                      T* result);                                                         \
  cublasStatus_t cublas##X##rotm_v2##N(cublasHandle_t handle, I n, T* x, I incx, T* y, I incy,            \
                                       const T* param);
GRIDMARK_CUBLAS_REAL(GRIDMARK_DECLARE)
#undef GRIDMARK_DECLARE

#define GRIDMARK_DECLARE(X, T, I, N)                                                                       \
  cublasStatus_t cublas##X##dotu_v2##N(cublasHandle_t handle, I n, const T* x, I incx, const T* y, I incy, \
                                       T* result);                                                         \
  cublasStatus_t cublas##X##dotc_v2##N(cublasHandle_t handle, I n, const T* x, I incx, const T* y, I incy, \
                                       T* result);
GRIDMARK_CUBLAS_COMPLEX(GRIDMARK_DECLARE)
#undef GRIDMARK_DECLARE

#define GRIDMARK_DECLARE(X, T, R, I, N)                                                            \
  cublasStatus_t cublas##X##asum_v2##N(cublasHandle_t handle, I n, const T* x, I incx, R* result); \
  cublasStatus_t cublas##X##nrm2_v2##N(cublasHandle_t handle, I n, const T* x, I incx, R* result);
GRIDMARK_CUBLAS_WITH_REAL(GRIDMARK_DECLARE, Sc, Dz)
#undef GRIDMARK_DECLARE

// The first element of largest or smallest |re| + |im|, counted from 1. 0 if there are no elements.
#define GRIDMARK_DECLARE(x, T, I, N)                                                                \
  cublasStatus_t cublasI##x##amax_v2##N(cublasHandle_t handle, I n, const T* x, I incx, I* result); \
  cublasStatus_t cublasI##x##amin_v2##N(cublasHandle_t handle, I n, const T* x, I incx, I* result);
GRIDMARK_DECLARE(s, float, int, )
GRIDMARK_DECLARE(d, double, int, )
GRIDMARK_DECLARE(c, cuComplex, int, )
GRIDMARK_DECLARE(z, cuDoubleComplex, int, )
GRIDMARK_DECLARE(s, float, int64_t, _64)
GRIDMARK_DECLARE(d, double, int64_t, _64)
GRIDMARK_DECLARE(c, cuComplex, int64_t, _64) GRIDMARK_DECLARE(z, cuDoubleComplex, int64_t, _64)
#undef GRIDMARK_DECLARE

#define GRIDMARK_DECLARE(X, T, R, I, N) \
  cublasStatus_t cublas##X##scal_v2##N(cublasHandle_t handle, I n, const R* alpha, T* x, I incx);
GRIDMARK_CUBLAS_MIXED(GRIDMARK_DECLARE, Cs, Zd)
#undef GRIDMARK_DECLARE

#define GRIDMARK_DECLARE(X, T, R, I, N)                                                                   \
  cublasStatus_t cublas##X##rot_v2##N(cublasHandle_t handle, I n, T* x, I incx, T* y, I incy, const R* c, \
                                      const T* s);
GRIDMARK_CUBLAS_WITH_REAL(GRIDMARK_DECLARE, C, Z)
#undef GRIDMARK_DECLARE
#define GRIDMARK_DECLARE(X, T, R, I, N)                                                                   \
  cublasStatus_t cublas##X##rot_v2##N(cublasHandle_t handle, I n, T* x, I incx, T* y, I incy, const R* c, \
                                      const R* s);
GRIDMARK_CUBLAS_MIXED(GRIDMARK_DECLARE, Cs, Zd)
#undef GRIDMARK_DECLARE

#define GRIDMARK_DECLARE(X, T, R) \
  cublasStatus_t cublas##X##rotg_v2(cublasHandle_t handle, T* a, T* b, R* c, T* s);
GRIDMARK_DECLARE(S, float, float) GRIDMARK_DECLARE(D, double, double)
GRIDMARK_DECLARE(C, cuComplex, float) GRIDMARK_DECLARE(Z, cuDoubleComplex, double)
#undef GRIDMARK_DECLARE
                        cublasStatus_t
    cublasSrotmg_v2(cublasHandle_t handle, float* d1, float* d2, float* x1, const float* y1, float* param);
cublasStatus_t cublasDrotmg_v2(cublasHandle_t handle, double* d1, double* d2, double* x1, const double* y1,
                               double* param);

// Element types chosen at the call.
cublasStatus_t cublasNrm2Ex(cublasHandle_t handle, int n, const void* x, cudaDataType xType, int incx,
                            void* result, cudaDataType resultType, cudaDataType executionType);
cublasStatus_t cublasAsumEx(cublasHandle_t handle, int n, const void* x, cudaDataType xType, int incx,
                            void* result, cudaDataType resultType, cudaDataType executionType);
cublasStatus_t cublasDotEx(cublasHandle_t handle, int n, const void* x, cudaDataType xType, int incx,
                           const void* y, cudaDataType yType, int incy, void* result, cudaDataType resultType,
                           cudaDataType executionType);
cublasStatus_t cublasDotcEx(cublasHandle_t handle, int n, const void* x, cudaDataType xType, int incx,
                            const void* y, cudaDataType yType, int incy, void* result,
                            cudaDataType resultType, cudaDataType executionType);
cublasStatus_t cublasAxpyEx(cublasHandle_t handle, int n, const void* alpha, cudaDataType alphaType,
                            const void* x, cudaDataType xType, int incx, void* y, cudaDataType yType,
                            int incy, cudaDataType executionType);
cublasStatus_t cublasScalEx(cublasHandle_t handle, int n, const void* alpha, cudaDataType alphaType, void* x,
                            cudaDataType xType, int incx, cudaDataType executionType);
// clang-format on
