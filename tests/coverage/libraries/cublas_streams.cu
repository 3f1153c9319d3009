// Feature: cuBLAS calls wait in their stream, between kernels and copies. Vectors and matrices are copied to and from the device
// Link: -lcublas
#include "blas.h"

using namespace coverage;

__global__ void add(float* x, float value, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += value;
}

int main() {
  cublasHandle_t handle, other;
  CHECK(cublasSetStream(nullptr, 0) == CUBLAS_STATUS_NOT_INITIALIZED);
  CUBLAS(cublasCreate(&handle));
  CUBLAS(cublasCreate(&other));
  cudaStream_t first, second, told;
  cudaEvent_t done;
  CUDA(cudaStreamCreate(&first));
  CUDA(cudaStreamCreate(&second));
  CUDA(cudaEventCreate(&done));
  CUBLAS(cublasSetStream(handle, first));
  CUBLAS(cublasSetStream(other, second));
  CUBLAS(cublasGetStream(handle, &told));
  CHECK(told == first);
  constexpr int n = 1000;
  Buffer<float> x(n, 1.0f), y(n, 2.0f);
  const float two = 2, three = 3;
  add<<<4, 256, 0, first>>>(x, 1, n);          // x = 2
  CUBLAS(cublasSscal(handle, n, &two, x, 1));  // x = 4
  CUDA(cudaEventRecord(done, first));
  CUDA(cudaStreamWaitEvent(second, done, 0));
  CUBLAS(cublasSaxpy(other, n, &three, x, 1, y, 1));  // y = 14
  add<<<4, 256, 0, second>>>(y, 1, n);                // y = 15
  float sum = 0;
  CUBLAS(cublasSasum(other, n, y, 1, &sum));  // this call waits itself
  CHECK(sum == 15 * n);

  std::vector<float> host(12), back(12, -1.0f);
  for (int i = 0; i < 12; ++i) host[i] = float(i);
  Buffer<float> matrix(20, 0.0f);
  CUBLAS(cublasSetMatrix(3, 4, sizeof(float), host.data(), 3, matrix, 5));
  const auto seen = matrix.get();
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i < 5; ++i) CHECK(seen[i + 5 * j] == (i < 3 ? float(i + 3 * j) : 0.0f));
  CUBLAS(cublasGetMatrix(3, 4, sizeof(float), matrix, 5, back.data(), 3));
  CHECK(back == host);
  CUBLAS(cublasSetVector(4, sizeof(float), host.data(), 3, matrix, 2));
  CUBLAS(cublasGetVector(4, sizeof(float), matrix, 2, back.data(), 1));
  CHECK(back[0] == 0 && back[1] == 3 && back[2] == 6 && back[3] == 9);
  CHECK(cublasSetMatrix(3, 4, sizeof(float), host.data(), 2, matrix, 5) == CUBLAS_STATUS_INVALID_VALUE);
  CUBLAS(cublasDestroy(handle));
  CUBLAS(cublasDestroy(other));
  return result();
}
