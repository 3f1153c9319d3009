// Feature: inline PTX with an instruction that the emulated device does not have
// Refused: the PTX instruction 'wgmma.fence.sync.aligned' does not run on the emulated device
#include <cuda_runtime.h>
__device__ void f(unsigned* p, int n) {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
int main() { return 0; }
