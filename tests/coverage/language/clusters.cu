// Feature: thread block clusters (__cluster_dims__)
// Refused: thread block clusters do not run
#include <cuda_runtime.h>
__global__ void __cluster_dims__(2, 1, 1) kernel(int* p) { *p = 1; }
int main() { return 0; }
