// Feature: inline PTX in a form that the emulated device does not have
// Refused: this form of the PTX instruction does not run on the emulated device
#include <cuda_runtime.h>
__device__ void f(unsigned* p, int n) {
  asm volatile("add.rz.f32 %0, %0, %0;" : "+f"(*(float*)p));
}
int main() { return 0; }
