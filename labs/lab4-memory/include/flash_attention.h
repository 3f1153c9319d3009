#pragma once
// Attention that never has its matrix of scores in memory: what your flash_attention.cu implements.
#include <cuda_runtime.h>

/// o = softmax(q * transpose(k) / sqrt(d)) * v for each of batch * heads matrices, and the logarithm of each
/// softmax's sum, which a backward pass needs.
///
/// q, o      [batch,heads,queries,d], row-major FP32 on the device
/// k, v      [batch,heads,keys,d]
/// lse       [batch,heads,queries]: log of the sum over keys of exp(score)
/// causal    a key after its query counts nothing; the last query sees all keys, so query i sees the keys
///           j <= i + keys - queries. A query that sees no key has o = 0 and lse = -Inf.
/// sizes     batch, heads, queries, keys >= 1; 1 <= d <= 64. Nothing overlaps.
/// accuracy  at most twice the error of the unfused attention that keeps its scores, against FP64; computed in
///           FP32 alone
/// memory    what is allocated beside q, k, v, o and lse grows no faster than queries + keys, and for a few queries
///           it is less than half a float a key: no row of scores
/// errors    cudaErrorInvalidValue: a size outside its range; else what cudaGetLastError() says. Work is queued
///           on `stream`.
/// source    Dao, Fu, Ermon, Rudra & Re, FlashAttention: Fast and Memory-Efficient Exact Attention with
///           IO-Awareness, NeurIPS 2022, algorithm 1
cudaError_t flash_attention_fwd(const float* q, const float* k, const float* v, float* o, float* lse, int batch,
                                int heads, int queries, int keys, int d, bool causal, cudaStream_t stream);
