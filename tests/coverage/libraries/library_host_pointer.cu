// Feature: a library call that gets ordinary host memory ends the program with a message
// Link: -lcublas
// Fails: the pointer is to ordinary host memory, which a device cannot reach
#include "blas.h"

int main() {
  cublasHandle_t handle;
  CUBLAS(cublasCreate(&handle));
  std::vector<float> x(10, 1.0f);
  coverage::Buffer<float> y(10);
  const float one = 1;
  CUBLAS(cublasSaxpy(handle, 10, &one, x.data(), 1, y, 1));
  return coverage::result();
}
