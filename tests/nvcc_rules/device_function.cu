// Feature: a host function that calls a device function
// Refused: half_of is a __device__ function (line 5), and main is a host function
#include <cstdio>

__device__ float half_of(float x) { return x / 2; }

int main() { printf("%g\n", half_of(3)); }
