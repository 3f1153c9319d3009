// Feature: Thrust: without CUDA's C++ libraries
// Link: --cuda-path=.
// Refused: point gridmark-cc to a CUDA toolkit with --cuda-path=DIR, or install Debian's package libthrust-dev
#include <thrust/device_vector.h>

int main() { return thrust::device_vector<int>(10, 1).size() == 10 ? 0 : 1; }
