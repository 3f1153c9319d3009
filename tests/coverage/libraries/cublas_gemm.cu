// Feature: cublasSgemm, Dgemm, Cgemm, Zgemm: transposes, leading dimensions, alpha and beta
// Link: -lcublas
#include "blas.h"

using namespace coverage;

template <class T, class Gemm>
void test(cublasHandle_t handle, Gemm gemm) {
  const cublasOperation_t operations[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};
  const int m = 37, n = 29, k = 41;
  for (cublasOperation_t ta : operations) {
    for (cublasOperation_t tb : operations) {
      const Matrix<T> a(ta == CUBLAS_OP_N ? m : k, ta == CUBLAS_OP_N ? k : m, 1);
      const Matrix<T> b(tb == CUBLAS_OP_N ? k : n, tb == CUBLAS_OP_N ? n : k, 2, 5);
      Matrix<T> c(m, n, 3, 2);
      Buffer<T> da(a.values), db(b.values), dc(c.values);
      T alpha = Number<T>::make(1.5, -0.5), beta = Number<T>::make(-0.25, 2);
      CUBLAS(gemm(handle, ta, tb, m, n, k, raw(&alpha), raw((T*)da), a.ld, raw((T*)db), b.ld, raw(&beta),
                  raw((T*)dc), c.ld));
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i) {
          T sum{};
          for (int l = 0; l < k; ++l) sum += at(a, ta, i, l) * at(b, tb, l, j);
          c(i, j) = alpha * sum + beta * c(i, j);
        }
      CHECK(close(dc.get(), c.values, 4));  // the padding as well
    }
  }
}

void beta_zero_does_not_read_c(cublasHandle_t handle) {
  Buffer<float> a(std::vector<float>{1, 2, 3, 4}), b(std::vector<float>{1, 0, 0, 1}), c(4, NAN);
  const float one = 1, zero = 0;
  CUBLAS(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, a, 2, b, 2, &zero, c, 2));
  CHECK((c.get() == std::vector<float>{1, 2, 3, 4}));
  Buffer<float> d(4, NAN);
  CUBLAS(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 0, &one, a, 2, b, 2, &zero, d, 2));
  CHECK(d.get() == std::vector<float>(4, 0.0f));
}

void scalars_on_the_device(cublasHandle_t handle) {
  Buffer<float> a(1, 3.0f), b(1, 5.0f), c(1, 7.0f), scalars(std::vector<float>{2, 10});
  CUBLAS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
  // The value is read when the work runs, so a copy queued before it counts.
  const std::vector<float> changed{4, 100};
  CUDA(cudaMemcpyAsync(scalars, changed.data(), 8, cudaMemcpyHostToDevice));
  CUBLAS(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, scalars, a, 1, b, 1, scalars + 1, c, 1));
  CUBLAS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
  CHECK(c.get()[0] == 4 * 15 + 100 * 7);
}

void bad_arguments(cublasHandle_t handle) {
  Buffer<float> a(4), b(4), c(4);
  const float one = 1;
  const auto gemm = [&](int m, int n, int k, int lda, int ldb, int ldc) {
    return cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, a, lda, b, ldb, &one, c, ldc);
  };
  CHECK(gemm(2, 2, 2, 2, 2, 2) == CUBLAS_STATUS_SUCCESS);
  CHECK(gemm(2, 2, 2, 1, 2, 2) == CUBLAS_STATUS_INVALID_VALUE);
  CHECK(gemm(2, 2, 2, 2, 1, 2) == CUBLAS_STATUS_INVALID_VALUE);
  CHECK(gemm(2, 2, 2, 2, 2, 1) == CUBLAS_STATUS_INVALID_VALUE);
  CHECK(gemm(-1, 2, 2, 2, 2, 2) == CUBLAS_STATUS_INVALID_VALUE);
  CHECK(gemm(0, 2, 2, 2, 2, 2) == CUBLAS_STATUS_SUCCESS);
}

int main() {
  cublasHandle_t handle;
  CUBLAS(cublasCreate(&handle));
  test<float>(handle, cublasSgemm);
  test<double>(handle, cublasDgemm);
  test<std::complex<float>>(handle, cublasCgemm);
  test<std::complex<double>>(handle, cublasZgemm);
  beta_zero_does_not_read_c(handle);
  scalars_on_the_device(handle);
  bad_arguments(handle);
  CUBLAS(cublasDestroy(handle));
  return result();
}
