// Feature: memory from malloc in a kernel that is freed twice is reported
// Fails: frees at heap_double_free.cu:7 is not a block of the device's heap: it was freed before
#include "../check.h"

__device__ int* block;
__global__ void allocate() { block = static_cast<int*>(malloc(64)); }
__global__ void give_back() { free(block); }

int main() {
  allocate<<<1, 1>>>();
  give_back<<<1, 1>>>();
  give_back<<<1, 1>>>();
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure;
}
