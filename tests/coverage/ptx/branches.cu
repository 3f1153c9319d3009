// Feature: inline PTX with labels and branches
// Refused: labels and branches in inline PTX do not run
#include <cuda_runtime.h>
__device__ void f(unsigned* p, int n) {
  asm volatile("{ .reg .pred p; AGAIN: setp.ne.u32 p, %0, 0; @p bra AGAIN; }" :: "r"(n));
}
int main() { return 0; }
