// Feature: CUB without a toolkit: warp and block collectives
// Nvcc: no, because nvcc brings the toolkit
// Link: --cuda-path=.
#include "cub_block.cu"
