#pragma once
#include "labkit/tensor/handle.h"

namespace gridmark::tensor {

/// a [m,k] times b [k,n], or each a [batch,m,k] times its b [batch,k,n], without gradients. On a device
/// cuBLAS computes it, on the host plain loops.
///
/// returns   [m,n] or [batch,m,n], its rows one after the other, in the type of a and b
/// accuracy  products of f16 and bf16 are summed in f32 and rounded once
/// errors    as matmul(), and DeviceError: cuBLAS says no
Tensor product(const Tensor& a, const Tensor& b);

/// Whether the columns of a matrix, or of each of a batch, lie one after the other, as those of a transposed
/// one do.
bool lies_by_columns(const Tensor& matrix);

/// product(), its memory by columns where that is wanted: so the gradient of a transposed matrix lies as the
/// matrix does, and need not be copied.
Tensor product_lying(bool by_columns, const Tensor& a, const Tensor& b);

}  // namespace gridmark::tensor
