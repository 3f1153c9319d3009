// Feature: cuSPARSE: products of a CSR or COO matrix with a vector (SpMV) or a dense matrix (SpMM)
// Link: -lcusparse
#include <cusparse.h>

#include <cmath>
#include <cstring>

#include "../check.h"

#define SPARSE(call) CHECK((call) == CUSPARSE_STATUS_SUCCESS)

static unsigned seed = 3;
static unsigned next() { return (seed = seed * 1664525u + 1013904223u) >> 8; }

/// A matrix of small integers, so that sums are exact in any order.
template <class T, class Index>
struct Matrix {
  int rows, cols;
  std::vector<T> dense, values;
  std::vector<Index> offsets, row_of, columns;
  Matrix(int r, int c, int base) : rows(r), cols(c), dense(r * c) {
    for (int i = 0; i < r; ++i) {
      offsets.push_back((Index)(values.size() + base));
      for (int j = 0; j < c; ++j) {
        if (next() % 3 || i == 1) continue;  // row 1 is empty
        dense[i * c + j] = (T)((int)(next() % 19) - 9);
        values.push_back(dense[i * c + j]);
        columns.push_back((Index)(j + base));
        row_of.push_back((Index)(i + base));
      }
    }
    offsets.push_back((Index)(values.size() + base));
  }
};

template <class T>
static std::vector<T> random_values(size_t count) {
  std::vector<T> values(count);
  for (T& value : values) value = (T)((int)(next() % 19) - 9);
  return values;
}

template <class T, class Index>
static void vectors(cusparseHandle_t handle, cudaDataType type, cusparseIndexType_t index, bool csr, int base,
                    bool transposed, T beta) {
  const Matrix<T, Index> m(37, 23, base);
  coverage::Buffer<Index> places(csr ? m.offsets : m.row_of), columns(m.columns);
  coverage::Buffer<T> values(m.values);
  const int in = transposed ? m.rows : m.cols, out = transposed ? m.cols : m.rows;
  const std::vector<T> x = random_values<T>(in), y = random_values<T>(out);
  coverage::Buffer<T> device_x(x), device_y(beta == 0 ? std::vector<T>(out, (T)NAN) : y);
  const auto index_base = base ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO;
  cusparseSpMatDescr_t a;
  if (csr)
    SPARSE(cusparseCreateCsr(&a, m.rows, m.cols, m.values.size(), places, columns, values, index, index, index_base, type));
  else
    SPARSE(cusparseCreateCoo(&a, m.rows, m.cols, m.values.size(), places, columns, values, index, index_base, type));
  cusparseDnVecDescr_t vx, vy;
  SPARSE(cusparseCreateDnVec(&vx, in, device_x, type));
  SPARSE(cusparseCreateDnVec(&vy, out, device_y, type));
  const T alpha = 2;
  const auto operation = transposed ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE;
  size_t bytes = 0;
  void* buffer = nullptr;
  SPARSE(cusparseSpMV_bufferSize(handle, operation, &alpha, a, vx, &beta, vy, type, CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
  CUDA(cudaMalloc(&buffer, bytes));
  SPARSE(cusparseSpMV(handle, operation, &alpha, a, vx, &beta, vy, type, CUSPARSE_SPMV_ALG_DEFAULT, buffer));
  const std::vector<T> got = device_y.get();
  for (int i = 0; i < out; ++i) {
    T sum = 0;
    for (int j = 0; j < in; ++j) sum += (transposed ? m.dense[j * m.cols + i] : m.dense[i * m.cols + j]) * x[j];
    CHECK(got[i] == 2 * sum + (beta == 0 ? 0 : beta * y[i]));
  }
  CHECK(cusparseSpMV(handle, operation, &alpha, a, vy, &beta, vx, type, CUSPARSE_SPMV_ALG_DEFAULT, buffer) !=
        CUSPARSE_STATUS_SUCCESS);
  CUDA(cudaFree(buffer));
  SPARSE(cusparseDestroySpMat(a));
  SPARSE(cusparseDestroyDnVec(vx));
  SPARSE(cusparseDestroyDnVec(vy));
}

static void dense_matrices(cusparseHandle_t handle, cusparseOrder_t order, bool b_transposed) {
  const Matrix<float, int> m(9, 14, 0);
  const int k = 5, b_rows = b_transposed ? k : m.cols, b_cols = b_transposed ? m.cols : k;
  const bool row_major = order == CUSPARSE_ORDER_ROW;
  const int b_leading = (row_major ? b_cols : b_rows) + 2, c_leading = row_major ? k : m.rows;
  const std::vector<float> b = random_values<float>(b_leading * (row_major ? b_rows : b_cols));
  coverage::Buffer<int> offsets(m.offsets), columns(m.columns);
  coverage::Buffer<float> values(m.values), device_b(b), device_c(m.rows * k, 1.0f), scalars(std::vector<float>{3, 5});
  cusparseSpMatDescr_t a;
  cusparseDnMatDescr_t db, dc;
  SPARSE(cusparseCreateCsr(&a, m.rows, m.cols, m.values.size(), offsets, columns, values, CUSPARSE_INDEX_32I,
                           CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  SPARSE(cusparseCreateDnMat(&db, b_rows, b_cols, b_leading, device_b, CUDA_R_32F, order));
  SPARSE(cusparseCreateDnMat(&dc, m.rows, k, c_leading, device_c, CUDA_R_32F, order));
  SPARSE(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_DEVICE));
  float* alpha = scalars;
  size_t bytes;
  const auto b_operation = b_transposed ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE;
  SPARSE(cusparseSpMM_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, b_operation, alpha, a, db, alpha + 1, dc,
                                 CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, &bytes));
  coverage::Buffer<char> buffer(bytes);
  SPARSE(cusparseSpMM(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, b_operation, alpha, a, db, alpha + 1, dc, CUDA_R_32F,
                      CUSPARSE_SPMM_ALG_DEFAULT, buffer));
  const std::vector<float> c = device_c.get();
  for (int i = 0; i < m.rows; ++i)
    for (int j = 0; j < k; ++j) {
      float sum = 0;
      for (int l = 0; l < m.cols; ++l) {
        const int row = b_transposed ? j : l, col = b_transposed ? l : j;
        sum += m.dense[i * m.cols + l] * b[row_major ? row * b_leading + col : col * b_leading + row];
      }
      CHECK(c[row_major ? i * c_leading + j : j * c_leading + i] == 3 * sum + 5);
    }
  SPARSE(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_HOST));
  SPARSE(cusparseDestroyDnMat(db));
  SPARSE(cusparseDestroyDnMat(dc));
  SPARSE(cusparseDestroySpMat(a));
}

int main() {
  cusparseHandle_t handle;
  cudaStream_t stream;
  SPARSE(cusparseCreate(&handle));
  CUDA(cudaStreamCreate(&stream));
  SPARSE(cusparseSetStream(handle, stream));
  cusparseMatDescr_t description;
  SPARSE(cusparseCreateMatDescr(&description));
  SPARSE(cusparseSetMatType(description, CUSPARSE_MATRIX_TYPE_GENERAL));
  SPARSE(cusparseSetMatIndexBase(description, CUSPARSE_INDEX_BASE_ONE));
  CHECK(cusparseGetMatIndexBase(description) == CUSPARSE_INDEX_BASE_ONE);
  SPARSE(cusparseDestroyMatDescr(description));
  for (int base : {0, 1})
    for (bool transposed : {false, true}) {
      vectors<float, int>(handle, CUDA_R_32F, CUSPARSE_INDEX_32I, true, base, transposed, 0.0f);
      vectors<double, int64_t>(handle, CUDA_R_64F, CUSPARSE_INDEX_64I, true, base, transposed, 3.0);
      vectors<float, int>(handle, CUDA_R_32F, CUSPARSE_INDEX_32I, false, base, transposed, -1.0f);
    }
  dense_matrices(handle, CUSPARSE_ORDER_COL, false);
  dense_matrices(handle, CUSPARSE_ORDER_ROW, false);
  dense_matrices(handle, CUSPARSE_ORDER_COL, true);
  CHECK(!std::strcmp(cusparseGetErrorName(CUSPARSE_STATUS_NOT_SUPPORTED), "CUSPARSE_STATUS_NOT_SUPPORTED"));
  SPARSE(cusparseDestroy(handle));
  CUDA(cudaStreamDestroy(stream));
  return coverage::result();
}
