// Feature: surfaces
// Refused: surfaces do not run on the emulated device
#include <cuda_runtime.h>
__global__ void kernel(cudaSurfaceObject_t surface) {
  surf2Dwrite(1.0f, surface, threadIdx.x * 4, threadIdx.y);
}
int main() { return 0; }
