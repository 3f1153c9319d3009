#pragma once
// The contract of your stability_tests.cu: kernels that stay correct in half precision.
//
// Matrices are row-major, of f16 or bf16, and lie on the device. The largest f16 is 65504, and the smallest
// above 0 is 6e-8. f16 has 11 significant bits (10 of them stored). bf16 reaches 3e38, but has only 8
// significant bits (7 of them stored). Queue the work on `stream`.
//
// errors  return cudaErrorInvalidValue for a size below 1, or a type that is neither f16 nor bf16. Otherwise
//         return cudaGetLastError() after the launch
#include <cuda_runtime.h>

#include "labkit/tensor/types.h"

/// Computes y[r][c] = exp(x[r][c]) / the sum of exp(x[r][...]) for any finite values in x. -Inf gives 0. If
/// all elements of a row are -Inf, the results of this row are zeros.
///
/// x, y      [rows,columns], not overlapping
/// accuracy  compute in f32 and round each element once, so the sum of a row is 1 within 2^-8
cudaError_t softmax_rows(const void* x, void* y, gridmark::tensor::DType type, int rows, int columns,
                         cudaStream_t stream);

/// Computes scores[i][j] = the dot product of row i of q and row j of k, divided by sqrt(depth). Attention
/// uses these scores as the input of its softmax.
///
/// q         [rows_q,depth]
/// k         [rows_k,depth]
/// scores    [rows_q,rows_k]
/// accuracy  add up in f32 and round once. If a result fits into `type`, its intermediate results must not
///           overflow
cudaError_t attention_scores(const void* q, const void* k, void* scores, gridmark::tensor::DType type,
                             int rows_q, int rows_k, int depth, cudaStream_t stream);
