// Feature: cuRAND's MTGP32 and Sobol' generators in kernels
// Refused: Use curandStatePhilox4_32_10_t or curandState instead
#include <curand_kernel.h>

__global__ void kernel(curandStateSobol32_t* state, unsigned* out) { *out = curand(state); }

int main() {}
