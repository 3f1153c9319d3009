#pragma once
#include "labkit/tensor/handle.h"

namespace gridmark::tensor {

/// a [m,k] times b [k,n], or each a [batch,m,k] times its b [batch,k,n], without gradients. cuBLAS computes
/// it on a GPU, and plain loops on the host.
///
/// returns   [m,n] or [batch,m,n], contiguous rows, in the type of a and b
/// accuracy  products of f16 and bf16 are summed in f32 and rounded once
/// errors    those of matmul(), and DeviceError: an error of cuBLAS
Tensor product(const Tensor& a, const Tensor& b);

/// Whether the columns of a matrix, or of each matrix of a batch, are contiguous, as in a transposed matrix.
bool lies_by_columns(const Tensor& matrix);

/// product() with contiguous columns if `by_columns`. The gradient of a transposed matrix then has the layout
/// of the matrix, and no copy is needed.
Tensor product_lying(bool by_columns, const Tensor& a, const Tensor& b);

}  // namespace gridmark::tensor
