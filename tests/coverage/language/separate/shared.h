#pragma once
// Declared here, defined in other files.
#include <cuda_runtime.h>

__global__ void from_other_file(int* p, int n);
template <class T>
__global__ void from_header(T* p) {
  *p += 1;
}
extern __device__ int device_total;
extern __constant__ int constants[4];
__device__ int device_function(int x);
extern "C" void launch_from_host_file(int* p);
void launch_elsewhere(int* p);
