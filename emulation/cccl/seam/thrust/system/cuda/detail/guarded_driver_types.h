#pragma once
// Before CUDA 13 this file undefined __host__ and __device__ before CUDA's own header.
#include <cuda_runtime_api.h>
