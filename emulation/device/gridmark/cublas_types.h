#pragma once
// Enumerations and handles of cuBLAS, and the lists that its declarations are made from.
#include <stddef.h>
#include <stdint.h>

#include "cuComplex.h"
#include "driver_types.h"
#include "library_types.h"
#ifdef __cplusplus
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#else  // C files hold numbers of 16 bits without computing with them
typedef struct __half {
  unsigned short x;
} __half;
#endif

#define CUBLASAPI
#define CUBLASWINAPI
#define CUBLAS_VER_MAJOR 12
#define CUBLAS_VER_MINOR 4
#define CUBLAS_VER_PATCH 5
#define CUBLAS_VER_BUILD 0
#define CUBLAS_VERSION (CUBLAS_VER_MAJOR * 10000 + CUBLAS_VER_MINOR * 100 + CUBLAS_VER_PATCH)

typedef enum {
  CUBLAS_STATUS_SUCCESS = 0,
  CUBLAS_STATUS_NOT_INITIALIZED = 1,
  CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8,
  CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14,
  CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;

typedef enum {
  CUBLAS_FILL_MODE_LOWER = 0,
  CUBLAS_FILL_MODE_UPPER = 1,
  CUBLAS_FILL_MODE_FULL = 2
} cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum {
  CUBLAS_OP_N = 0,
  CUBLAS_OP_T = 1,
  CUBLAS_OP_C = 2,
  CUBLAS_OP_HERMITAN = 2,
  CUBLAS_OP_CONJG = 3
} cublasOperation_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1 } cublasAtomicsMode_t;

// All these algorithms are the same one here.
typedef enum {
  CUBLAS_GEMM_DFALT = -1,
  CUBLAS_GEMM_DEFAULT = -1,
#define GRIDMARK_ALGORITHM(n) CUBLAS_GEMM_ALGO##n = n, CUBLAS_GEMM_ALGO##n##_TENSOR_OP = 100 + n,
  GRIDMARK_ALGORITHM(0) GRIDMARK_ALGORITHM(1) GRIDMARK_ALGORITHM(2) GRIDMARK_ALGORITHM(3)
      GRIDMARK_ALGORITHM(4) GRIDMARK_ALGORITHM(5) GRIDMARK_ALGORITHM(6) GRIDMARK_ALGORITHM(7)
          GRIDMARK_ALGORITHM(8) GRIDMARK_ALGORITHM(9) GRIDMARK_ALGORITHM(10) GRIDMARK_ALGORITHM(11)
              GRIDMARK_ALGORITHM(12) GRIDMARK_ALGORITHM(13) GRIDMARK_ALGORITHM(14) GRIDMARK_ALGORITHM(15)
#undef GRIDMARK_ALGORITHM
                  CUBLAS_GEMM_ALGO16 = 16,
  CUBLAS_GEMM_ALGO17 = 17,
  CUBLAS_GEMM_ALGO18 = 18,
  CUBLAS_GEMM_ALGO19 = 19,
  CUBLAS_GEMM_ALGO20 = 20,
  CUBLAS_GEMM_ALGO21 = 21,
  CUBLAS_GEMM_ALGO22 = 22,
  CUBLAS_GEMM_ALGO23 = 23,
  CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
  CUBLAS_GEMM_DFALT_TENSOR_OP = 99,
  CUBLAS_GEMM_AUTOTUNE = 999
} cublasGemmAlgo_t;

typedef enum {
  CUBLAS_DEFAULT_MATH = 0,
  CUBLAS_TENSOR_OP_MATH = 1,
  CUBLAS_PEDANTIC_MATH = 2,
  CUBLAS_TF32_TENSOR_OP_MATH = 3,
  CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;

typedef enum {
  CUBLAS_COMPUTE_16F = 64,
  CUBLAS_COMPUTE_16F_PEDANTIC = 65,
  CUBLAS_COMPUTE_32F = 68,
  CUBLAS_COMPUTE_32F_PEDANTIC = 69,
  CUBLAS_COMPUTE_32F_FAST_16F = 74,
  CUBLAS_COMPUTE_32F_FAST_16BF = 75,
  CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
  CUBLAS_COMPUTE_64F = 70,
  CUBLAS_COMPUTE_64F_PEDANTIC = 71,
  CUBLAS_COMPUTE_32I = 72,
  CUBLAS_COMPUTE_32I_PEDANTIC = 73
} cublasComputeType_t;

typedef cudaDataType cublasDataType_t;
typedef struct cublasContext* cublasHandle_t;
typedef void (*cublasLogCallback)(const char* message);

// A declaration is made for each element type and for both integer types: F(letter, type, integer, suffix).
#define GRIDMARK_CUBLAS_REAL(F) \
  F(S, float, int, ) F(D, double, int, ) F(S, float, int64_t, _64) F(D, double, int64_t, _64)
#define GRIDMARK_CUBLAS_COMPLEX(F) \
  F(C, cuComplex, int, )           \
  F(Z, cuDoubleComplex, int, ) F(C, cuComplex, int64_t, _64) F(Z, cuDoubleComplex, int64_t, _64)
#define GRIDMARK_CUBLAS_EACH(F) GRIDMARK_CUBLAS_REAL(F) GRIDMARK_CUBLAS_COMPLEX(F)
// F(letters, type, real type, integer, suffix), for routines of complex vectors with a real result or scalar.
#define GRIDMARK_CUBLAS_MIXED(F, C_LETTERS, Z_LETTERS) \
  F(C_LETTERS, cuComplex, float, int, )                \
  F(Z_LETTERS, cuDoubleComplex, double, int, )         \
  F(C_LETTERS, cuComplex, float, int64_t, _64)         \
  F(Z_LETTERS, cuDoubleComplex, double, int64_t, _64)
#define GRIDMARK_CUBLAS_WITH_REAL(F, C_LETTERS, Z_LETTERS) \
  F(S, float, float, int, )                                \
  F(D, double, double, int, )                              \
  F(S, float, float, int64_t, _64)                         \
  F(D, double, double, int64_t, _64) GRIDMARK_CUBLAS_MIXED(F, C_LETTERS, Z_LETTERS)
