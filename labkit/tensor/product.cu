// Matrix products through cuBLAS.
//
// cuBLAS counts matrices by columns. A matrix whose rows lie one after the other is, to cuBLAS, its own
// transpose, and transpose(A * B) = transpose(B) * transpose(A): so the operands change sides, and nothing is
// copied.
#include "labkit/tensor/product.h"

#include <cublas_v2.h>

#include <algorithm>
#include <map>
#include <mutex>

#include "labkit/tensor/elements.cuh"

namespace gridmark::tensor {
namespace {

void check_blas(cublasStatus_t status, const char* what) {
  if (status != CUBLAS_STATUS_SUCCESS)
    throw DeviceError(std::string(what) + ": cuBLAS says " + cublasGetStatusName(status));
}

/// One for each device, made when it is first needed, kept to the end of the program.
cublasHandle_t blas_handle(Place place) {
  static std::mutex& mutex = *new std::mutex;
  static auto& handles = *new std::map<Place, cublasHandle_t>;
  const std::lock_guard<std::mutex> lock(mutex);
  cublasHandle_t& handle = handles[place];
  if (handle == nullptr) check_blas(cublasCreate(&handle), "a cuBLAS handle");
  return handle;
}

/// A matrix as cuBLAS takes it: rows or columns lie one after the other.
struct Operand {
  explicit Operand(const Tensor& given) : matrix(given) {
    transposed = lies_by_columns(matrix);
    const bool rows_in_order = matrix.strides()[1] == 1 && matrix.strides()[0] >= matrix.size(1);
    if (!transposed && !rows_in_order) matrix = matrix.contiguous();
  }
  cublasOperation_t operation() const { return transposed ? CUBLAS_OP_T : CUBLAS_OP_N; }
  /// Elements from one row, or column, to the next; at least what cuBLAS asks for.
  int leading() const {
    const std::int64_t least = transposed ? matrix.size(0) : matrix.size(1);
    return static_cast<int>(std::max(least, transposed ? matrix.strides()[1] : matrix.strides()[0]));
  }

  Tensor matrix;
  bool transposed;
};

cudaDataType type_of(const Tensor& tensor) { return tensor.dtype() == DType::f16 ? CUDA_R_16F : CUDA_R_32F; }

void multiply_on_device(const Tensor& a, const Tensor& b, const Tensor& c) {
  const OnDevice current(c.place());
  const Operand left(a), right(b);
  const float one = 1, zero = 0;
  const int m = static_cast<int>(c.size(0)), n = static_cast<int>(c.size(1)), k = static_cast<int>(a.size(1));
  check_blas(
      cublasGemmEx(blas_handle(c.place()), right.operation(), left.operation(), n, m, k, &one,
                   right.matrix.data<void>(), type_of(b), right.leading(), left.matrix.data<void>(), type_of(a),
                   left.leading(), &zero, c.data<void>(), type_of(c), n, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT),
      "matmul");
}

void multiply_on_host(const Tensor& a, const Tensor& b, const Tensor& c) {
  const Tensor a_rows = a.contiguous(), b_columns = b.transpose().contiguous();
  const Elements left(a_rows), right(b_columns), out(c);
  const std::int64_t n = c.size(1), k = a.size(1);
  for (std::int64_t i = 0; i < c.numel(); ++i) {
    float sum = 0;
    for (std::int64_t x = 0; x < k; ++x) sum += left.get(i / n * k + x) * right.get(i % n * k + x);
    out.set(i, sum);
  }
}

}  // namespace

Tensor product(const Tensor& a, const Tensor& b) {
  require_same_place("matmul", a, b);
  require_same_dtype("matmul", a, b);
  if (!is_floating(a.dtype())) throw DTypeError("matmul of " + name_of(a.dtype()) + ": f32 and f16 can be multiplied");
  if (a.dims() != 2 || b.dims() != 2 || a.size(1) != b.size(0))
    throw ShapeError("matmul: " + text_of(a.shape()) + " times " + text_of(b.shape()) +
                     " is no product; [m, k] times [k, n] is");
  if (a.size(1) == 0) return Tensor::zeros({a.size(0), b.size(1)}, a.dtype(), a.place());
  const Tensor result = Tensor::empty({a.size(0), b.size(1)}, a.dtype(), a.place());
  if (result.numel() == 0) return result;
  if (a.place().is_host())
    multiply_on_host(a, b, result);
  else
    multiply_on_device(a, b, result);
  return result;
}

bool lies_by_columns(const Tensor& matrix) {
  return matrix.strides()[0] == 1 && matrix.strides()[1] >= matrix.size(0) && !matrix.is_contiguous();
}

Tensor product_lying(bool by_columns, const Tensor& a, const Tensor& b) {
  if (!by_columns) return product(a, b);
  return product(b.transpose(), a.transpose()).transpose();
}

}  // namespace gridmark::tensor
