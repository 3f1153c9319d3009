// Feature: NV_IF_TARGET without a toolkit
// Nvcc: no, because nvcc brings the toolkit
// Link: --cuda-path=.
#include "target.cu"
