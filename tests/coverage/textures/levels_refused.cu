// Feature: mipmapped textures
// Refused: the emulated device has no mipmaps
#include "../check.h"

__global__ void read(cudaTextureObject_t texture, float* result) {
  *result = tex2DLod<float>(texture, 0.5f, 0.5f, 1.f);
}

int main() { return coverage::result(); }
