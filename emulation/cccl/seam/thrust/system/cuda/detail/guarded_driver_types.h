#pragma once
// Before CUDA 13 this undefined __host__ and __device__ in front of CUDA's own header.
#include <cuda_runtime_api.h>
