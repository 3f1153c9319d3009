// Feature: cuBLAS batches of small systems: getrf, getrs, getri, matinv. Also batched gemv, DotEx, AxpyEx, ScalEx, Nrm2Ex
// Link: -lcublas
#include <cuda_fp16.h>

#include "blas.h"

using namespace coverage;

constexpr int n = 12, batch = 3;

template <class T>
std::vector<T*> pointers(T* first, size_t stride) {
  std::vector<T*> result;
  for (int i = 0; i < batch; ++i) result.push_back(first + i * stride);
  return result;
}

void systems(cublasHandle_t handle) {
  const auto a = numbers<double>(n * n * batch, 1), b = numbers<double>(n * batch, 2);
  Buffer<double> lu(a), untouched(a), x(b), inverse(n * n * batch), direct(n * n * batch);
  Buffer<double*> plu(pointers((double*)lu, n * n)), pa(pointers((double*)untouched, n * n)),
      px(pointers((double*)x, n)), pi(pointers((double*)inverse, n * n)),
      pd(pointers((double*)direct, n * n));
  Buffer<int> pivots(n * batch), info(batch, -1);
  int host_info = -1;
  CUBLAS(cublasDgetrfBatched(handle, n, plu, n, pivots, info, batch));
  CHECK(info.get() == std::vector<int>(batch, 0));
  CUBLAS(cublasDgetriBatched(handle, n, plu, n, pivots, pi, n, info, batch));
  CUBLAS(cublasDmatinvBatched(handle, n, pa, n, pd, n, info, batch));
  for (cublasOperation_t op : {CUBLAS_OP_N, CUBLAS_OP_T}) {
    CUDA(cudaMemcpy(x, b.data(), b.size() * sizeof(double), cudaMemcpyHostToDevice));
    CUBLAS(cublasDgetrsBatched(handle, op, n, 1, plu, n, pivots, px, n, &host_info, batch));
    CHECK(host_info == 0);
    const auto solved = x.get();
    for (int p = 0; p < batch; ++p)
      for (int i = 0; i < n; ++i) {
        double sum = 0;
        for (int j = 0; j < n; ++j)
          sum += a[p * n * n + (op == CUBLAS_OP_N ? i + j * n : j + i * n)] * solved[p * n + j];
        CHECK(std::abs(sum - b[p * n + i]) < 1e-10);
      }
  }
  const auto one = inverse.get(), other = direct.get();
  for (int p = 0; p < batch; ++p)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        double sum = 0;
        for (int l = 0; l < n; ++l) sum += a[p * n * n + i + l * n] * one[p * n * n + l + j * n];
        CHECK(std::abs(sum - (i == j)) < 1e-10);
        CHECK(std::abs(one[p * n * n + i + j * n] - other[p * n * n + i + j * n]) < 1e-10);
      }
  // The second matrix has rank one, so its second pivot is zero.
  Buffer<double> singular(std::vector<double>{1, 2, 2, 5, 1, 2, 2, 4, 3, 0, 0, 3});
  Buffer<double*> ps(pointers((double*)singular, 4));
  CUBLAS(cublasDgetrfBatched(handle, 2, ps, 2, pivots, info, batch));
  CHECK((info.get() == std::vector<int>{0, 2, 0}));
}

void products(cublasHandle_t handle) {
  const auto a = numbers<float>(n * n * batch, 1), x = numbers<float>(n * batch, 2);
  Buffer<float> da(a), dx(x), strided(n * batch, NAN), pointed(n * batch, NAN);
  Buffer<float*> pa(pointers((float*)da, n * n)), px(pointers((float*)dx, n)),
      py(pointers((float*)pointed, n));
  const float one = 1, zero = 0;
  CUBLAS(cublasSgemvStridedBatched(handle, CUBLAS_OP_T, n, n, &one, da, n, n * n, dx, 1, n, &zero, strided, 1,
                                   n, batch));
  CUBLAS(cublasSgemvBatched(handle, CUBLAS_OP_T, n, n, &one, pa, n, px, 1, &zero, py, 1, batch));
  const auto seen = strided.get();
  for (int p = 0; p < batch; ++p)
    for (int i = 0; i < n; ++i) {
      float sum = 0;
      for (int j = 0; j < n; ++j) sum += a[p * n * n + j + i * n] * x[p * n + j];
      CHECK(close(seen[p * n + i], sum));
    }
  CHECK(pointed.get() == seen);
}

void chosen_types(cublasHandle_t handle) {
  std::vector<__half> x(100);
  for (int i = 0; i < 100; ++i) x[i] = __float2half(i % 8 * 0.25f);
  Buffer<__half> dx(x), dy(x);
  __half dot;
  float norm = 0, two = 2;
  double squares = 0;
  for (int i = 0; i < 100; ++i) squares += (i % 8 * 0.25) * (i % 8 * 0.25);
  CUBLAS(cublasDotEx(handle, 100, dx, CUDA_R_16F, 1, dy, CUDA_R_16F, 1, &dot, CUDA_R_16F, CUDA_R_32F));
  CUBLAS(cublasNrm2Ex(handle, 100, dx, CUDA_R_16F, 1, &norm, CUDA_R_32F, CUDA_R_32F));
  CHECK(std::abs(__half2float(dot) - squares) <= 0.06 && std::abs(norm - std::sqrt(squares)) < 1e-4);
  CUBLAS(cublasAxpyEx(handle, 100, &two, CUDA_R_32F, dx, CUDA_R_16F, 1, dy, CUDA_R_16F, 1, CUDA_R_32F));
  CUBLAS(cublasScalEx(handle, 100, &two, CUDA_R_32F, dy, CUDA_R_16F, 1, CUDA_R_32F));
  const auto y = dy.get();
  for (int i = 0; i < 100; ++i) CHECK(__half2float(y[i]) == i % 8 * 1.5f);
}

int main() {
  cublasHandle_t handle;
  CUBLAS(cublasCreate(&handle));
  systems(handle);
  products(handle);
  chosen_types(handle);
  CUBLAS(cublasDestroy(handle));
  return result();
}
