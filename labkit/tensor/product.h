#pragma once
#include "labkit/tensor/handle.h"

namespace gridmark::tensor {

/// a [m,k] times b [k,n], without gradients. On a device cuBLAS computes it, on the host three loops.
///
/// returns  [m,n], its rows one after the other
/// errors   as matmul(), and DeviceError: cuBLAS says no
Tensor product(const Tensor& a, const Tensor& b);

/// Whether the columns of a matrix lie one after the other, as those of a transposed one do.
bool lies_by_columns(const Tensor& matrix);

/// product(), its memory by columns where that is wanted: so the gradient of a transposed matrix lies as the
/// matrix does, and need not be copied.
Tensor product_lying(bool by_columns, const Tensor& a, const Tensor& b);

}  // namespace gridmark::tensor
