// Feature: cuda::std without a toolkit
// Nvcc: no, because nvcc brings the toolkit
// Link: --cuda-path=.
#include "cuda_std.cu"
