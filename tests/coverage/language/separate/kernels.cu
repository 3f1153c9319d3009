#include "shared.h"

__device__ int device_total = 1;
__constant__ int constants[4];

__global__ void from_other_file(int* p, int n) { atomicAdd(p, n); }
extern "C" __global__ void named_in_c(int* p) { *p += 1; }
void launch_elsewhere(int* p) { from_header<<<1, 1>>>(p); }
static __global__ void seven(int* p) { *p = 7; }
void launch_seven(int* p) { seven<<<1, 1>>>(p); }
