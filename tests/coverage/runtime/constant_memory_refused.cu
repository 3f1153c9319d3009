// Feature: more than 64 KiB of __constant__ variables in one file
// Refused: the file has 65540 bytes of __constant__ variables
#include "../check.h"

__constant__ float table[16384];
namespace other {
__constant__ int one;
}

__global__ void reads(float* out) { *out = table[other::one]; }

int main() {
  coverage::Buffer<float> out(1);
  reads<<<1, 1>>>(out);
  return coverage::result();
}
