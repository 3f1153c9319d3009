// Feature: a library call that reaches past its memory ends the program with a message that names the operand and the allocation
// Link: -lcublas
// Fails: cublasSgemm reads 64 bytes of its operand B, which reach 4 bytes past the end of a 60-byte
// allocation
#include "blas.h"

int main() {
  cublasHandle_t handle;
  CUBLAS(cublasCreate(&handle));
  coverage::Buffer<float> a(16), b(15), c(16);
  const float one = 1;
  CUBLAS(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, a, 4, b, 4, &one, c, 4));
  return coverage::result();
}
