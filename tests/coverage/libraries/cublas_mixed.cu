// Feature: cuBLAS with half, bfloat16 and int8: Hgemm, GemmEx, batched and strided batched
// Link: -lcublas
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "blas.h"

using namespace coverage;

constexpr int m = 21, n = 18, k = 35, batch = 3;

float to_float(__half v) { return __half2float(v); }
float to_float(__nv_bfloat16 v) { return __bfloat162float(v); }
float to_float(float v) { return v; }
float to_float(int v) { return float(v); }
void from_float(float v, __half& to) { to = __float2half(v); }
void from_float(float v, __nv_bfloat16& to) { to = __float2bfloat16(v); }
void from_float(float v, float& to) { to = v; }

template <class T>
std::vector<T> some(size_t count, unsigned seed) {
  const auto values = numbers<float>(count, seed);
  std::vector<T> result(count);
  for (size_t i = 0; i < count; ++i) from_float(values[i], result[i]);
  return result;
}

/// C = 2 A' B + 0.5 C for each matrix of a strided batch, in float and rounded once.
template <class In, class Out>
void test_ex(cublasHandle_t handle, cudaDataType in, cudaDataType out, cublasComputeType_t compute) {
  const auto a = some<In>(size_t(k) * m * batch, 1), b = some<In>(size_t(k) * n * batch, 2);
  const auto c = some<Out>(size_t(m) * n * batch, 3);
  std::vector<Out> expected(c);
  for (int p = 0; p < batch; ++p)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i) {
        float sum = 0;
        for (int l = 0; l < k; ++l)
          sum += to_float(a[(p * m + i) * k + l]) * to_float(b[(p * n + j) * k + l]);
        from_float(2 * sum + 0.5f * to_float(c[(p * n + j) * m + i]), expected[(p * n + j) * m + i]);
      }
  const auto near = [&](const std::vector<Out>& seen, size_t count) {
    for (size_t i = 0; i < count; ++i) {
      const float want = to_float(expected[i]), ulp = sizeof(Out) == 4   ? 1e-5f
                                                      : in == CUDA_R_16F ? 1e-3f
                                                                         : 8e-3f;
      CHECK(std::abs(to_float(seen[i]) - want) <= ulp * (1 + std::abs(want)));
    }
  };
  Buffer<In> da(a), db(b);
  Buffer<Out> one(c), strided(c), pointed(c);
  const float alpha = 2, beta = 0.5;
  CUBLAS(cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &alpha, da, in, k, db, in, k, &beta, one,
                      out, m, compute, CUBLAS_GEMM_DEFAULT_TENSOR_OP));
  near(one.get(), size_t(m) * n);
  CUBLAS(cublasGemmStridedBatchedEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &alpha, da, in, k, k * m, db,
                                    in, k, k * n, &beta, strided, out, m, m * n, batch, compute,
                                    CUBLAS_GEMM_DEFAULT));
  near(strided.get(), expected.size());
  std::vector<const void*> as, bs;
  std::vector<void*> cs;
  for (int p = 0; p < batch; ++p) {
    as.push_back((In*)da + p * k * m);
    bs.push_back((In*)db + p * k * n);
    cs.push_back((Out*)pointed + p * m * n);
  }
  Buffer<const void*> das(as), dbs(bs);
  Buffer<void*> dcs(cs);
  CUBLAS(cublasGemmBatchedEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &alpha, das, in, k, dbs, in, k, &beta,
                             dcs, out, m, batch, compute, CUBLAS_GEMM_DEFAULT));
  near(pointed.get(), expected.size());
}

void test_half(cublasHandle_t handle) {
  const auto a = some<__half>(m * k, 1), b = some<__half>(k * n, 2);
  Buffer<__half> da(a), db(b), dc(size_t(m) * n);
  const __half alpha = __float2half(1), beta = __float2half(0);
  CUBLAS(cublasHgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, da, m, db, k, &beta, dc, m));
  const auto c = dc.get();
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      float sum = 0;
      for (int l = 0; l < k; ++l) sum += to_float(a[i + l * m]) * to_float(b[l + j * k]);
      CHECK(std::abs(to_float(c[i + j * m]) - sum) <= 2e-3f * (1 + std::abs(sum)));
    }
}

void test_integers(cublasHandle_t handle) {
  std::vector<signed char> a(m * k), b(k * n);
  for (size_t i = 0; i < a.size(); ++i) a[i] = (signed char)(i * 37 % 256 - 128);
  for (size_t i = 0; i < b.size(); ++i) b[i] = (signed char)(i * 91 % 256 - 128);
  Buffer<signed char> da(a), db(b);
  Buffer<int> dc(size_t(m) * n, 1000);
  const int alpha = 3, beta = -1;
  CUBLAS(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, da, CUDA_R_8I, m, db, CUDA_R_8I, k,
                      &beta, dc, CUDA_R_32I, m, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
  const auto c = dc.get();
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      int sum = 0;
      for (int l = 0; l < k; ++l) sum += a[i + l * m] * b[l + j * k];
      CHECK(c[i + j * m] == 3 * sum - 1000);
    }
}

int main() {
  cublasHandle_t handle;
  CUBLAS(cublasCreate(&handle));
  CUBLAS(cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH));
  test_ex<float, float>(handle, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32);
  test_ex<__half, __half>(handle, CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_32F);
  test_ex<__half, float>(handle, CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F);
  test_ex<__nv_bfloat16, __nv_bfloat16>(handle, CUDA_R_16BF, CUDA_R_16BF, CUBLAS_COMPUTE_32F);
  test_ex<__nv_bfloat16, float>(handle, CUDA_R_16BF, CUDA_R_32F, CUBLAS_COMPUTE_32F);
  test_half(handle);
  test_integers(handle);
  Buffer<float> x(4);
  const float one = 1;
  CHECK(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, x, CUDA_R_16F, 2, x, CUDA_R_32F, 2,
                     &one, x, CUDA_R_32F, 2, CUBLAS_COMPUTE_32F,
                     CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_NOT_SUPPORTED);
  CUBLAS(cublasDestroy(handle));
  return result();
}
