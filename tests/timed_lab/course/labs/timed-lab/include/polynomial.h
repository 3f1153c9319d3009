#pragma once
#include <cuda_runtime.h>

/// out[i] = x[i] / 2 + out[i] / 2, `rounds` times over from out[i] = 0, for every i below n.
///
/// x, out [n]   device pointers, not overlapping; out is overwritten whole
/// rounds, n    1 or more
/// errors       launch errors come back unchanged
cudaError_t polynomial(const float* x, float* out, int n, int rounds, cudaStream_t stream);
