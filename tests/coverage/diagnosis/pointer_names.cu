// Feature: a kernel launched through a pointer has its own name in messages
// Findings: out of bounds: thread (0,0,0) of block (0,0,0) writes 4 bytes
// Fails: in kernel write_far<float> at pointer_names.cu:8
#include "../check.h"

template <class T>
__global__ void write_far(T* p) {
  p[1 << 20] = 1;
}

int main() {
  coverage::Buffer<float> out(1);
  void (*choice)(float*) = write_far<float>;
  choice<<<1, 1>>>(out);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress;
}
