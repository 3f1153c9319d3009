#include "shared.h"

__device__ int device_function(int x) { return 2 * x; }
static __global__ void seven(int* p) { *p = -7; }  // another file has this name, too
void launch_other_seven(int* p) { seven<<<1, 1>>>(p); }
