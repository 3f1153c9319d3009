// Feature: sharing memory with OpenGL, EGL and VDPAU
// Refused: sharing memory with OpenGL is not available
#include <cuda_gl_interop.h>

int main() {
  cudaGraphicsResource* buffer;
  return cudaGraphicsGLRegisterBuffer(&buffer, 0, cudaGraphicsMapFlagsNone);
}
