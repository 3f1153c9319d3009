#pragma once
// Attention that never has its matrix of scores in memory. Your flash_attention.cu implements it.
#include <cuda_runtime.h>

/// Computes o = softmax(q * transpose(k) / sqrt(d)) * v for each of batch * heads matrices. Also computes
/// lse, the logarithm of the sum in each softmax, which a backward pass needs.
///
/// q, o      [batch,heads,queries,d], row-major FP32 on the device.
/// k, v      [batch,heads,keys,d].
/// lse       [batch,heads,queries]: the logarithm of the sum of exp(score) over the keys.
/// causal    A query does not see later keys. The last query sees all keys, so query i sees the keys
///           j <= i + keys - queries. A query that sees no key has o = 0 and lse = -Inf.
/// sizes     batch, heads, queries, keys >= 1, and 1 <= d <= 64. The arrays do not overlap.
/// accuracy  The error against FP64 is at most twice the error of the unfused attention, which keeps its
///           scores. Use only FP32.
/// memory    Memory other than q, k, v, o and lse grows no faster than queries + keys. With few queries it is
///           less than half a float for each key, so it cannot hold a row of scores.
/// errors    cudaErrorInvalidValue for a size outside its range, otherwise the result of cudaGetLastError().
/// stream    The work is queued on it.
/// source    Dao, Fu, Ermon, Rudra & Re, FlashAttention: Fast and Memory-Efficient Exact Attention with
///           IO-Awareness, NeurIPS 2022, algorithm 1
cudaError_t flash_attention_fwd(const float* q, const float* k, const float* v, float* o, float* lse, int batch,
                                int heads, int queries, int keys, int d, bool causal, cudaStream_t stream);
