// Feature: inline PTX with a modifier that the emulated device does not have
// Refused: 'L1::sometimes' is unknown
#include <cuda_runtime.h>
__device__ void f(unsigned* p, int n) {
  asm volatile("ld.global.L1::sometimes.u32 %0, [%1];" : "=r"(n) : "l"(p));
}
int main() { return 0; }
