#pragma once
// Kernels that half precision does not break: what your stability_tests.cu implements.
//
// Matrices are row-major, of f16 or bf16, and lie on the device. f16 ends at 65504, and its smallest number is
// 6e-8; bf16 ends at 3e38 and has 8 bits for a number, f16 has 11. Work is queued on `stream`.
//
// errors  cudaErrorInvalidValue: a size below 1, or a type that is neither f16 nor bf16; else what
//         cudaGetLastError() says
#include <cuda_runtime.h>

#include "labkit/tensor/types.h"

/// y[r][c] = exp(x[r][c]) / the sum of exp(x[r][...]), whatever finite values x has. -Inf gives 0; a row of
/// nothing but -Inf gives zeros.
///
/// x, y      [rows,columns], not overlapping
/// accuracy  computed in f32, and each element rounded once: the sum of a row is 1 within 2^-8
cudaError_t softmax_rows(const void* x, void* y, gridmark::tensor::DType type, int rows, int columns,
                         cudaStream_t stream);

/// scores[i][j] = the product of row i of q and row j of k, over sqrt(depth): what attention puts into its
/// softmax.
///
/// q         [rows_q,depth]
/// k         [rows_k,depth]
/// scores    [rows_q,rows_k]
/// accuracy  summed up in f32, and rounded once: where the result fits into `type`, nothing on the way to it
///           overflows
cudaError_t attention_scores(const void* q, const void* k, void* scores, gridmark::tensor::DType type, int rows_q,
                             int rows_k, int depth, cudaStream_t stream);
