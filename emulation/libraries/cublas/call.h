#pragma once
// The common part of every routine of cuBLAS: it checks its arguments, takes its scalars, names the memory
// that it touches, and waits in the handle's stream.
#include <cuComplex.h>

#include <algorithm>
#include <cstring>
#include <functional>

#include "cublas_v2.h"
#include "emulation/libraries/blas/product_load.h"
#include "emulation/libraries/blas/view.h"
#include "emulation/runtime/library_work.h"

struct cublasContext {
  cudaStream_t stream = nullptr;
  cublasPointerMode_t pointer_mode = CUBLAS_POINTER_MODE_HOST;
  cublasAtomicsMode_t atomics_mode = CUBLAS_ATOMICS_NOT_ALLOWED;
  cublasMath_t math_mode = CUBLAS_DEFAULT_MATH;
  int processors = 0;
};

namespace gridmark::cublas {

using blas::Vector;
using blas::View;

inline bool is_fill(cublasFillMode_t uplo) {
  return uplo == CUBLAS_FILL_MODE_LOWER || uplo == CUBLAS_FILL_MODE_UPPER;
}

/// The type that routines compute with. cuComplex and std::complex<float> have the same bytes.
template <class T>
struct Element {
  using type = T;
};
template <>
struct Element<cuComplex> {
  using type = std::complex<float>;
};
template <>
struct Element<cuDoubleComplex> {
  using type = std::complex<double>;
};
template <class T>
auto element(T* at) {
  using Plain = typename Element<std::remove_const_t<T>>::type;
  return reinterpret_cast<std::conditional_t<std::is_const_v<T>, const Plain, Plain>*>(at);
}

template <class T>
constexpr cudaDataType data_type = CUDA_R_16F;
template <>
inline constexpr cudaDataType data_type<float> = CUDA_R_32F;
template <>
inline constexpr cudaDataType data_type<double> = CUDA_R_64F;
template <>
inline constexpr cudaDataType data_type<cuComplex> = CUDA_C_32F;
template <>
inline constexpr cudaDataType data_type<cuDoubleComplex> = CUDA_C_64F;
template <>
inline constexpr cudaDataType data_type<std::complex<float>> = CUDA_C_32F;
template <>
inline constexpr cudaDataType data_type<std::complex<double>> = CUDA_C_64F;

/// alpha or beta: its value at the call, or the address to read it from when the work runs.
template <class T>
class Scalar {
 public:
  Scalar(const T* at, cublasPointerMode_t mode) : device_(mode == CUBLAS_POINTER_MODE_DEVICE ? at : nullptr) {
    if (!device_ && at) value_ = *at;
  }
  T operator()() const { return device_ ? *device_ : value_; }
  const T* device() const { return device_; }
  /// True if it is known to be 0, so that an operand need not exist.
  bool is_zero_now() const { return !device_ && value_ == T(0); }

 private:
  const T* device_;
  T value_{};
};

/// True if the handle exists.
bool is_live(cublasHandle_t handle);
cublasStatus_t status_of(cudaError_t error);

class Call {
 public:
  Call(cublasHandle_t handle, const char* name) : handle_(handle) {
    work_.call = name;
    if (!is_live(handle)) status_ = CUBLAS_STATUS_NOT_INITIALIZED;
  }
  cublasStatus_t status() const { return status_; }
  bool is_sound() const { return status_ == CUBLAS_STATUS_SUCCESS; }
  cublasPointerMode_t pointer_mode() const { return handle_->pointer_mode; }
  const char* name() const { return work_.call; }

  /// Sets CUBLAS_STATUS_INVALID_VALUE unless `holds`.
  Call& require(bool holds) {
    if (is_sound() && !holds) status_ = CUBLAS_STATUS_INVALID_VALUE;
    return *this;
  }

  template <class T>
  Scalar<T> scalar(const T* at) {
    require(at != nullptr);
    const Scalar<T> taken(at, is_sound() ? handle_->pointer_mode : CUBLAS_POINTER_MODE_DEVICE);
    if (is_sound() && taken.device()) touches(at, sizeof(T), false, "alpha or beta");
    return taken;
  }

  void touches(const void* at, std::size_t bytes, bool written, const char* operand) {
    work_.operands.push_back({at, bytes, written, operand});
  }
  template <class T>
  Vector<T> vector(T* at, std::int64_t n, std::int64_t increment, const char* operand) {
    if (n <= 0) return {};
    const auto span = static_cast<std::size_t>((n - 1) * std::abs(increment) + 1);
    touches(at, span * sizeof(T), !std::is_const_v<T>, operand);
    return Vector<T>(at, n, increment);
  }
  template <class T>
  View<T> matrix(T* at, std::int64_t rows, std::int64_t cols, std::int64_t leading, const char* operand) {
    require(leading >= std::max(std::int64_t{1}, rows));
    if (rows > 0 && cols > 0)
      touches(at, static_cast<std::size_t>((cols - 1) * leading + rows) * sizeof(T), !std::is_const_v<T>,
              operand);
    return blas::column_major(at, rows, cols, leading);
  }

  /// The work for the device, except for its operands' bytes.
  void asks(const emulation::LibraryLoad& load) { work_.load = load; }
  /// The same for a product of m x k by k x n elements.
  template <class T>
  void asks_product(std::int64_t m, std::int64_t n, std::int64_t k, double share = 1) {
    emulation::LibraryLoad load =
        blas::product_load(m, n, k, 1, data_type<T>, data_type<T>, uses_tensor_cores());
    load.flops *= share;
    asks(load);
  }
  bool uses_tensor_cores() const { return is_sound() && handle_->math_mode == CUBLAS_TF32_TENSOR_OP_MATH; }

  /// Queues the work if all requirements hold.
  cublasStatus_t run(std::function<void()> work) {
    if (!is_sound()) return status_;
    work_.run = std::move(work);
    return status_of(emulation::enqueue_library_work(handle_->stream, std::move(work_)));
  }

  /// Queues work with a result. The work writes a result on the device. A result on the host is waited for.
  template <class T>
  cublasStatus_t run_for(T* result, std::function<T()> work) {
    require(result != nullptr);
    if (!is_sound()) return status_;
    const bool device = handle_->pointer_mode == CUBLAS_POINTER_MODE_DEVICE;
    if (device) touches(result, sizeof(T), true, "result");
    const cublasStatus_t queued = run([=] { *result = work(); });
    if (device || queued != CUBLAS_STATUS_SUCCESS) return queued;
    return status_of(emulation::complete_library_work(handle_->stream));
  }

 private:
  cublasHandle_t handle_;
  cublasStatus_t status_ = CUBLAS_STATUS_SUCCESS;
  emulation::LibraryWork work_;
};

inline bool is_operation(cublasOperation_t operation) {
  return operation >= CUBLAS_OP_N && operation <= CUBLAS_OP_CONJG;
}

/// op(A).
template <class T>
View<T> applied(cublasOperation_t operation, const View<T>& a) {
  if (operation == CUBLAS_OP_T) return a.transposed();
  if (operation == CUBLAS_OP_C) return a.adjoint();
  if (operation == CUBLAS_OP_CONJG) return a.transposed().adjoint();
  return a;
}

/// A as it is stored, from the shape of op(A).
template <class T>
View<T> operand(Call& call, cublasOperation_t operation, T* at, std::int64_t rows, std::int64_t cols,
                std::int64_t leading, const char* name) {
  call.require(is_operation(operation));
  const bool turned = operation == CUBLAS_OP_T || operation == CUBLAS_OP_C;
  return call.matrix(at, turned ? cols : rows, turned ? rows : cols, leading, name);
}

}  // namespace gridmark::cublas
