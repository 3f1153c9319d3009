// Vectors with element types chosen at the call. Sums are kept in double and rounded once.
#include <cmath>

#include "emulation/libraries/blas/element_types.h"
#include "emulation/libraries/cublas/call.h"

namespace gridmark::cublas {
namespace {

/// A vector of any real type.
struct AnyVector {
  void* first = nullptr;
  cudaDataType type = CUDA_R_32F;
  std::int64_t n = 0, step = 1;

  std::int64_t place(std::int64_t i) const { return step < 0 ? (i - (n - 1)) * step : i * step; }
  double get(std::int64_t i) const { return blas::load_element(first, type, place(i)); }
  void set(std::int64_t i, double value) const { blas::store_element(first, type, place(i), value); }
};

bool is_real(cudaDataType type) {
  return type == CUDA_R_16F || type == CUDA_R_16BF || type == CUDA_R_32F || type == CUDA_R_64F;
}

AnyVector any_vector(Call& call, const void* at, cudaDataType type, std::int64_t n, std::int64_t step,
                     bool written, const char* name) {
  if (n <= 0) return {};
  call.touches(at, static_cast<std::size_t>((n - 1) * std::abs(step) + 1) * blas::bytes_of(type), written,
               name);
  return {const_cast<void*>(at), type, n, step};
}

template <class Value>
cublasStatus_t reduce(Call call, void* result, cudaDataType type, Value value) {
  call.require(result != nullptr);
  if (!call.is_sound()) return call.status();
  if (call.pointer_mode() == CUBLAS_POINTER_MODE_DEVICE) {
    call.touches(result, blas::bytes_of(type), true, "result");
    return call.run([=] { blas::store_element(result, type, 0, value()); });
  }
  double kept = 0;
  const cublasStatus_t status = call.run_for<double>(&kept, value);
  if (status == CUBLAS_STATUS_SUCCESS) blas::store_element(result, type, 0, kept);
  return status;
}

cublasStatus_t scaled(Call call, const void* alpha, cudaDataType alpha_type, const AnyVector& to,
                      double (*combine)(double factor, double x, double y), const AnyVector& from) {
  call.require(alpha != nullptr);
  if (!call.is_sound()) return call.status();
  const bool device = call.pointer_mode() == CUBLAS_POINTER_MODE_DEVICE;
  if (device) call.touches(alpha, blas::bytes_of(alpha_type), false, "alpha");
  const double now = device ? 0 : blas::load_element(alpha, alpha_type, 0);
  return call.run([=] {
    const double factor = device ? blas::load_element(alpha, alpha_type, 0) : now;
    for (std::int64_t i = 0; i < to.n; ++i)
      to.set(i, combine(factor, from.first ? from.get(i) : 0, to.get(i)));
  });
}

}  // namespace
}  // namespace gridmark::cublas

using namespace gridmark::cublas;

extern "C" {

cublasStatus_t cublasNrm2Ex(cublasHandle_t h, int n, const void* x, cudaDataType xt, int incx, void* result,
                            cudaDataType rt, cudaDataType) {
  if (!is_real(xt) || !is_real(rt)) return CUBLAS_STATUS_NOT_SUPPORTED;
  Call call(h, "cublasNrm2Ex");
  const AnyVector from = any_vector(call, x, xt, n, incx, false, "x");
  return reduce(std::move(call), result, rt, [=] {
    double sum = 0;
    for (std::int64_t i = 0; i < from.n; ++i) sum += from.get(i) * from.get(i);
    return std::sqrt(sum);
  });
}
cublasStatus_t cublasAsumEx(cublasHandle_t h, int n, const void* x, cudaDataType xt, int incx, void* result,
                            cudaDataType rt, cudaDataType) {
  if (!is_real(xt) || !is_real(rt)) return CUBLAS_STATUS_NOT_SUPPORTED;
  Call call(h, "cublasAsumEx");
  const AnyVector from = any_vector(call, x, xt, n, incx, false, "x");
  return reduce(std::move(call), result, rt, [=] {
    double sum = 0;
    for (std::int64_t i = 0; i < from.n; ++i) sum += std::abs(from.get(i));
    return sum;
  });
}
cublasStatus_t cublasDotEx(cublasHandle_t h, int n, const void* x, cudaDataType xt, int incx, const void* y,
                           cudaDataType yt, int incy, void* result, cudaDataType rt, cudaDataType) {
  if (!is_real(xt) || !is_real(yt) || !is_real(rt)) return CUBLAS_STATUS_NOT_SUPPORTED;
  Call call(h, "cublasDotEx");
  const AnyVector a = any_vector(call, x, xt, n, incx, false, "x"),
                  b = any_vector(call, y, yt, n, incy, false, "y");
  return reduce(std::move(call), result, rt, [=] {
    double sum = 0;
    for (std::int64_t i = 0; i < a.n; ++i) sum += a.get(i) * b.get(i);
    return sum;
  });
}
cublasStatus_t cublasDotcEx(cublasHandle_t h, int n, const void* x, cudaDataType xt, int incx, const void* y,
                            cudaDataType yt, int incy, void* result, cudaDataType rt, cudaDataType et) {
  return cublasDotEx(h, n, x, xt, incx, y, yt, incy, result, rt, et);
}
cublasStatus_t cublasAxpyEx(cublasHandle_t h, int n, const void* alpha, cudaDataType at, const void* x,
                            cudaDataType xt, int incx, void* y, cudaDataType yt, int incy, cudaDataType) {
  if (!is_real(at) || !is_real(xt) || !is_real(yt)) return CUBLAS_STATUS_NOT_SUPPORTED;
  Call call(h, "cublasAxpyEx");
  const AnyVector from = any_vector(call, x, xt, n, incx, false, "x"),
                  to = any_vector(call, y, yt, n, incy, true, "y");
  return scaled(
      std::move(call), alpha, at, to, [](double a, double b, double c) { return a * b + c; }, from);
}
cublasStatus_t cublasScalEx(cublasHandle_t h, int n, const void* alpha, cudaDataType at, void* x,
                            cudaDataType xt, int incx, cudaDataType) {
  if (!is_real(at) || !is_real(xt)) return CUBLAS_STATUS_NOT_SUPPORTED;
  Call call(h, "cublasScalEx");
  const AnyVector to = any_vector(call, x, xt, n, incx, true, "x");
  return scaled(std::move(call), alpha, at, to, [](double a, double, double c) { return a * c; }, {});
}

}  // extern "C"
