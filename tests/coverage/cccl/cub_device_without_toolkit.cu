// Feature: CUB without a toolkit: algorithms for whole arrays
// Nvcc: no, because nvcc brings the toolkit
// Link: --cuda-path=.
#include "cub_device.cu"
