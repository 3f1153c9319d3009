#include "polynomial.h"

cudaError_t polynomial(const float*, float*, int, int, cudaStream_t) { return cudaErrorNotSupported; }
