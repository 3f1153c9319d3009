#pragma once
// The legacy interface of cuBLAS, without handles: routines for old programs, built on the current ones.
#include "cublas_api.h"
#include "cuda_runtime.h"

#ifdef CUBLAS_V2_H_
#error "cublas.h and cublas_v2.h name different routines alike: include one of them"
#endif

typedef cublasStatus_t cublasStatus;

/// The hidden handle and last status of this interface.
struct gridmark_cublas_legacy {
  cublasHandle_t handle = nullptr;
  cublasStatus_t status = CUBLAS_STATUS_SUCCESS;

  static gridmark_cublas_legacy& instance() {
    static gridmark_cublas_legacy one;
    if (!one.handle) one.keep(cublasCreate_v2(&one.handle));
    return one;
  }
  void keep(cublasStatus_t result) {
    if (result != CUBLAS_STATUS_SUCCESS) status = result;
  }
  static cublasOperation_t operation(char name) {
    if (name == 'n' || name == 'N') return CUBLAS_OP_N;
    return name == 'c' || name == 'C' ? CUBLAS_OP_C : CUBLAS_OP_T;
  }
};

inline cublasStatus cublasInit() { return gridmark_cublas_legacy::instance().status; }
inline cublasStatus cublasShutdown() {
  gridmark_cublas_legacy& legacy = gridmark_cublas_legacy::instance();
  const cublasStatus_t status = cublasDestroy_v2(legacy.handle);
  legacy.handle = nullptr;
  return status;
}
/// The first error since the last query.
inline cublasStatus cublasGetError() {
  gridmark_cublas_legacy& legacy = gridmark_cublas_legacy::instance();
  const cublasStatus_t status = legacy.status;
  legacy.status = CUBLAS_STATUS_SUCCESS;
  return status;
}
inline cublasStatus cublasSetKernelStream(cudaStream_t stream) {
  return cublasSetStream_v2(gridmark_cublas_legacy::instance().handle, stream);
}

#define GRIDMARK_LEGACY(X, x, T)                                                                             \
  inline void cublas##X##axpy(int n, T alpha, const T* a, int incx, T* b, int incy) {                        \
    auto& l = gridmark_cublas_legacy::instance();                                                            \
    l.keep(cublas##X##axpy_v2(l.handle, n, &alpha, a, incx, b, incy));                                       \
  }                                                                                                          \
  inline void cublas##X##scal(int n, T alpha, T* a, int incx) {                                              \
    auto& l = gridmark_cublas_legacy::instance();                                                            \
    l.keep(cublas##X##scal_v2(l.handle, n, &alpha, a, incx));                                                \
  }                                                                                                          \
  inline void cublas##X##copy(int n, const T* a, int incx, T* b, int incy) {                                 \
    auto& l = gridmark_cublas_legacy::instance();                                                            \
    l.keep(cublas##X##copy_v2(l.handle, n, a, incx, b, incy));                                               \
  }                                                                                                          \
  inline T cublas##X##dot(int n, const T* a, int incx, const T* b, int incy) {                               \
    auto& l = gridmark_cublas_legacy::instance();                                                            \
    T result = 0;                                                                                            \
    l.keep(cublas##X##dot_v2(l.handle, n, a, incx, b, incy, &result));                                       \
    return result;                                                                                           \
  }                                                                                                          \
  inline T cublas##X##nrm2(int n, const T* a, int incx) {                                                    \
    auto& l = gridmark_cublas_legacy::instance();                                                            \
    T result = 0;                                                                                            \
    l.keep(cublas##X##nrm2_v2(l.handle, n, a, incx, &result));                                               \
    return result;                                                                                           \
  }                                                                                                          \
  inline T cublas##X##asum(int n, const T* a, int incx) {                                                    \
    auto& l = gridmark_cublas_legacy::instance();                                                            \
    T result = 0;                                                                                            \
    l.keep(cublas##X##asum_v2(l.handle, n, a, incx, &result));                                               \
    return result;                                                                                           \
  }                                                                                                          \
  inline int cublasI##x##amax(int n, const T* a, int incx) {                                                 \
    auto& l = gridmark_cublas_legacy::instance();                                                            \
    int result = 0;                                                                                          \
    l.keep(cublasI##x##amax_v2(l.handle, n, a, incx, &result));                                              \
    return result;                                                                                           \
  }                                                                                                          \
  inline void cublas##X##gemv(char trans, int m, int n, T alpha, const T* a, int lda, const T* b, int incx,  \
                              T beta, T* c, int incy) {                                                      \
    auto& l = gridmark_cublas_legacy::instance();                                                            \
    l.keep(cublas##X##gemv_v2(l.handle, l.operation(trans), m, n, &alpha, a, lda, b, incx, &beta, c, incy)); \
  }                                                                                                          \
  inline void cublas##X##gemm(char transa, char transb, int m, int n, int k, T alpha, const T* a, int lda,   \
                              const T* b, int ldb, T beta, T* c, int ldc) {                                  \
    auto& l = gridmark_cublas_legacy::instance();                                                            \
    l.keep(cublas##X##gemm_v2(l.handle, l.operation(transa), l.operation(transb), m, n, k, &alpha, a, lda,   \
                              b, ldb, &beta, c, ldc));                                                       \
  }
GRIDMARK_LEGACY(S, s, float)
GRIDMARK_LEGACY(D, d, double)
#undef GRIDMARK_LEGACY

inline cublasStatus cublasAlloc(int n, int size, void** pointer) {
  if (n <= 0 || size <= 0) return CUBLAS_STATUS_INVALID_VALUE;
  const size_t bytes = static_cast<size_t>(n) * static_cast<size_t>(size);
  return cudaMalloc(pointer, bytes) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}
inline cublasStatus cublasFree(void* pointer) {
  return cudaFree(pointer) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INTERNAL_ERROR;
}
