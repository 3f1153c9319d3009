// Matrix products through cuBLAS.
//
// cuBLAS stores matrices by columns. So it reads a matrix with contiguous rows as its transpose. Because
// transpose(A * B) = transpose(B) * transpose(A), the operands are swapped and nothing is copied.
#include "labkit/tensor/product.h"

#include <cublas_v2.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "labkit/tensor/elements.cuh"

namespace gridmark::tensor {
namespace {

void check_blas(cublasStatus_t status, const char* what) {
  if (status != CUBLAS_STATUS_SUCCESS)
    throw DeviceError(std::string(what) + ": cuBLAS says " + cublasGetStatusName(status));
}

/// One handle for each stream of each device, because products of two streams must not share a handle's
/// workspace. Made when first needed, and kept to the end of the program.
cublasHandle_t blas_handle(Device device) {
  static std::mutex& mutex = *new std::mutex;
  static auto& handles = *new std::map<std::pair<Device, cudaStream_t>, cublasHandle_t>;
  const cudaStream_t stream = current_stream(device);
  const std::lock_guard<std::mutex> lock(mutex);
  cublasHandle_t& handle = handles[{device, stream}];
  if (handle != nullptr) return handle;
  check_blas(cublasCreate(&handle), "a cuBLAS handle");
  if (stream != nullptr) check_blas(cublasSetStream(handle, stream), "a stream for cuBLAS");
  return handle;
}

/// The distance between rows, or columns, in elements. For a single row or column it is the number of
/// elements in it.
std::int64_t row_step(const Tensor& matrix) {
  return matrix.size(-2) == 1 ? matrix.size(-1) : matrix.strides()[matrix.shape().size() - 2];
}
std::int64_t column_step(const Tensor& matrix) {
  return matrix.size(-1) == 1 ? matrix.size(-2) : matrix.strides()[matrix.shape().size() - 1];
}

bool lies_by_rows(const Tensor& matrix) {
  return (matrix.size(-1) == 1 || column_step(matrix) == 1) && row_step(matrix) >= matrix.size(-1);
}

/// A matrix or a batch of them in cuBLAS's form, with contiguous rows or columns.
struct Operand {
  explicit Operand(const Tensor& given) : matrix(given), transposed(lies_by_columns(given)) {
    if (!transposed && !lies_by_rows(matrix)) matrix = matrix.clone();
  }
  cublasOperation_t operation() const { return transposed ? CUBLAS_OP_T : CUBLAS_OP_N; }
  int leading() const { return static_cast<int>(transposed ? column_step(matrix) : row_step(matrix)); }
  long long to_next() const { return matrix.dims() == 3 ? matrix.strides()[0] : 0; }

  Tensor matrix;
  bool transposed;
};

cudaDataType type_of(const Tensor& tensor) {
  if (tensor.dtype() == DType::f16) return CUDA_R_16F;
  return tensor.dtype() == DType::bf16 ? CUDA_R_16BF : CUDA_R_32F;
}

void multiply_on_device(const Tensor& a, const Tensor& b, const Tensor& c) {
  const OnDevice current(c.device());
  const Operand left(a), right(b), out(c);
  const float one = 1, zero = 0;
  const int m = static_cast<int>(c.size(-2)), n = static_cast<int>(c.size(-1)), k = static_cast<int>(a.size(-1));
  const int batch = c.dims() == 3 ? static_cast<int>(c.size(0)) : 1;
  const cudaDataType type = type_of(c);
  const cublasHandle_t handle = blas_handle(c.device());
  const void *first = right.matrix.data<void>(), *second = left.matrix.data<void>();
  if (c.dims() == 2)
    check_blas(cublasGemmEx(handle, right.operation(), left.operation(), n, m, k, &one, first, type,
                            right.leading(), second, type, left.leading(), &zero, c.data<void>(), type, n,
                            CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT),
               "matmul");
  else
    check_blas(cublasGemmStridedBatchedEx(handle, right.operation(), left.operation(), n, m, k, &one, first, type,
                                          right.leading(), right.to_next(), second, type, left.leading(),
                                          left.to_next(), &zero, c.data<void>(), type, n, out.to_next(), batch,
                                          CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT),
               "matmul");
}

void multiply_on_host(const Tensor& a, const Tensor& b, const Tensor& c) {
  const Tensor a_rows = a.contiguous(), b_columns = b.transpose().contiguous();
  const Elements left(a_rows), right(b_columns), out(c);
  const std::int64_t m = c.size(-2), n = c.size(-1), k = a.size(-1);
  for (std::int64_t i = 0; i < c.numel(); ++i) {
    const std::int64_t row = i / n, column = row / m * n + i % n;
    float sum = 0;
    for (std::int64_t x = 0; x < k; ++x) sum += left.get(row * k + x) * right.get(column * k + x);
    out.set(i, sum);
  }
}

bool is_product(const Tensor& a, const Tensor& b) {
  const bool one = a.dims() == 2 && b.dims() == 2;
  const bool batch = a.dims() == 3 && b.dims() == 3 && a.size(0) == b.size(0);
  return (one || batch) && a.size(-1) == b.size(-2);
}

}  // namespace

Tensor product(const Tensor& a, const Tensor& b) {
  require_same_device("matmul", a, b);
  require_same_dtype("matmul", a, b);
  if (!is_floating(a.dtype()))
    throw DTypeError("matmul of " + name_of(a.dtype()) + ": f32, f16 and bf16 can be multiplied");
  if (!is_product(a, b))
    throw ShapeError("matmul: " + text_of(a.shape()) + " times " + text_of(b.shape()) +
                     " is not a product, expected [m, k] times [k, n] or [batch, m, k] times [batch, k, n]");
  Shape shape = a.shape();
  shape.back() = b.size(-1);
  if (a.size(-1) == 0) return Tensor::zeros(shape, a.dtype(), a.device());
  const Tensor result = Tensor::empty(shape, a.dtype(), a.device());
  if (result.numel() == 0) return result;
  if (a.device().is_host())
    multiply_on_host(a, b, result);
  else
    multiply_on_device(a, b, result);
  return result;
}

bool lies_by_columns(const Tensor& matrix) {
  if (matrix.dims() < 2 || lies_by_rows(matrix)) return false;
  return (matrix.size(-2) == 1 || row_step(matrix) == 1) && column_step(matrix) >= matrix.size(-2);
}

Tensor product_lying(bool by_columns, const Tensor& a, const Tensor& b) {
  if (!by_columns) return product(a, b);
  return product(b.transpose(), a.transpose()).transpose();
}

}  // namespace gridmark::tensor
