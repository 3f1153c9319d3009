#pragma once
// What your saxpy.cu implements.
#include <cuda_runtime.h>

/// out[i] = a * x[i] + y[i] for every i below n.
///
/// x, y, out [n]   device pointers, not overlapping; x and y are only read, out is overwritten whole
/// n               in elements, 1 <= n < 2^31
/// stream          the work is queued there; the call need not wait for it
/// accuracy        relative RMSE against FP64 <= 1e-5 (FP32 arithmetic)
/// errors          n < 1 gives cudaErrorInvalidValue; launch errors come back unchanged
/// speed           sectors moved / sectors needed <= 1.05
cudaError_t saxpy(float a, const float* x, const float* y, float* out, int n, cudaStream_t stream);
