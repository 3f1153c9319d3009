// Feature: dynamic parallelism: a launch inside device code
// Refused: dynamic parallelism (a launch inside device code) does not run
#include <cuda_runtime.h>
__global__ void child(int* p) { *p = 1; }
__global__ void parent(int* p) {
  if (threadIdx.x == 0) child<<<1, 1>>>(p);
}
int main() { return 0; }
