// Feature: texture references, which CUDA 12 removed
// Refused: Use a texture object (cudaTextureObject_t)
#include <cuda_runtime.h>
texture<float, 2, cudaReadModeElementType> image;
int main() { return 0; }
