// Feature: cublasLtMatmul: layouts, batches, bias, RELU and GELU with their inputs kept, gradients of bias and GELU
// Link: -lcublasLt -lcublas
#include <cublasLt.h>

#include "blas.h"

using namespace coverage;

constexpr int m = 12, n = 9, k = 14;

struct Matmul {
  cublasLtMatmulDesc_t desc;
  cublasLtMatrixLayout_t a, b, c;
  Matmul(cublasOperation_t ta, int rows_a, int cols_a) {
    CUBLAS(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    CUBLAS(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, &ta, sizeof ta));
    CUBLAS(cublasLtMatrixLayoutCreate(&a, CUDA_R_32F, rows_a, cols_a, rows_a));
    CUBLAS(cublasLtMatrixLayoutCreate(&b, CUDA_R_32F, k, n, k));
    CUBLAS(cublasLtMatrixLayoutCreate(&c, CUDA_R_32F, m, n, m));
  }
  ~Matmul() {
    cublasLtMatmulDescDestroy(desc);
    for (cublasLtMatrixLayout_t layout : {a, b, c}) cublasLtMatrixLayoutDestroy(layout);
  }
  template <class T>
  void set(cublasLtMatmulDescAttributes_t attribute, T value) {
    CUBLAS(cublasLtMatmulDescSetAttribute(desc, attribute, &value, sizeof value));
  }
  void run(cublasLtHandle_t handle, const float* pa, const float* pb, float* pc, float beta = 0) {
    cublasLtMatmulPreference_t preference;
    CUBLAS(cublasLtMatmulPreferenceCreate(&preference));
    const size_t workspace = 1 << 20;
    CUBLAS(cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                                                &workspace, sizeof workspace));
    cublasLtMatmulHeuristicResult_t heuristic;
    int found = 0;
    CUBLAS(cublasLtMatmulAlgoGetHeuristic(handle, desc, a, b, c, c, preference, 1, &heuristic, &found));
    CHECK(found == 1 && heuristic.state == CUBLAS_STATUS_SUCCESS);
    const float alpha = 1;
    CUBLAS(cublasLtMatmul(handle, desc, &alpha, pa, a, pb, b, &beta, pc, c, pc, c, &heuristic.algo, nullptr,
                          0, 0));
    CUBLAS(cublasLtMatmulPreferenceDestroy(preference));
  }
};

double gelu(double x) { return 0.5 * x * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x))); }
double slope(double x) { return (gelu(x + 1e-5) - gelu(x - 1e-5)) / 2e-5; }

int main() {
  cublasLtHandle_t handle;
  CUBLAS(cublasLtCreate(&handle));
  const Matrix<float> a(k, m, 1, 0), b(k, n, 2, 0);
  const auto bias = numbers<float>(m, 3);
  Buffer<float> da(a.values), db(b.values), dc(m * n, NAN), dbias(bias), aux(m * n), gradient(m);
  std::vector<double> ab(m * n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i)
      for (int l = 0; l < k; ++l) ab[i + j * m] += double(a(l, i)) * b(l, j);
  const auto matches = [&](const std::vector<float>& seen, auto expected) {
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i) CHECK(std::abs(seen[i + j * m] - expected(ab[i + j * m], i, j)) < 1e-4);
  };
  {
    Matmul plain(CUBLAS_OP_T, k, m);
    plain.run(handle, da, db, dc);
    matches(dc.get(), [](double x, int, int) { return x; });
    plain.run(handle, da, db, dc, 1.0f);
    matches(dc.get(), [](double x, int, int) { return 2 * x; });
  }
  {
    Matmul with(CUBLAS_OP_T, k, m);
    with.set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, (void*)(float*)dbias);
    with.set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_BIAS);
    with.run(handle, da, db, dc);
    matches(dc.get(), [&](double x, int i, int) { return x + bias[i]; });
    with.set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_RELU_BIAS);
    with.run(handle, da, db, dc);
    matches(dc.get(), [&](double x, int i, int) { return std::max(0.0, x + bias[i]); });
    with.set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_GELU_AUX_BIAS);
    with.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, (void*)(float*)aux);
    with.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, int64_t(m));
    with.run(handle, da, db, dc);
    matches(dc.get(), [&](double x, int i, int) { return gelu(x + bias[i]); });
    matches(aux.get(), [&](double x, int i, int) { return x + bias[i]; });
  }
  const auto kept = aux.get();
  {
    Matmul back(CUBLAS_OP_T, k, m);
    back.set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_DGELU_BGRAD);
    back.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, (void*)(float*)aux);
    back.set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, int64_t(m));
    back.set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, (void*)(float*)gradient);
    back.run(handle, da, db, dc);
    matches(dc.get(), [&](double x, int i, int j) { return x * slope(kept[i + j * m]); });
    for (int i = 0; i < m; ++i) {
      double sum = 0;
      for (int j = 0; j < n; ++j) sum += ab[i + j * m] * slope(kept[i + j * m]);
      CHECK(std::abs(gradient.get()[i] - sum) < 1e-3);
    }
  }
  {
    Matmul sums(CUBLAS_OP_T, k, m);
    Buffer<float> of_b(n);
    sums.set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_BGRADB);
    sums.set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, (void*)(float*)of_b);
    sums.run(handle, da, db, dc);
    matches(dc.get(), [](double x, int, int) { return x; });
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int l = 0; l < k; ++l) sum += b(l, j);
      CHECK(std::abs(of_b.get()[j] - sum) < 1e-4);
    }
  }
  {
    // The same numbers in row order: A's storage is then [m,k], not transposed.
    Matmul rows(CUBLAS_OP_N, m, k);
    const cublasLtOrder_t order = CUBLASLT_ORDER_ROW;
    const int64_t ld = k;
    CUBLAS(cublasLtMatrixLayoutSetAttribute(rows.a, CUBLASLT_MATRIX_LAYOUT_ORDER, &order, sizeof order));
    CUBLAS(cublasLtMatrixLayoutSetAttribute(rows.a, CUBLASLT_MATRIX_LAYOUT_LD, &ld, sizeof ld));
    rows.run(handle, da, db, dc);
    matches(dc.get(), [](double x, int, int) { return x; });
  }
  CUBLAS(cublasLtDestroy(handle));
  return result();
}
