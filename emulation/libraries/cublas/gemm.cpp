#include "emulation/libraries/cublas/gemm.h"

#include "emulation/libraries/blas/element_types.h"

namespace gridmark::cublas {
namespace {

using blas::bytes_of;
using blas::TypedView;

std::complex<double> scalar_at(const void* at, cudaDataType type) {
  if (type == CUDA_C_32F) return *static_cast<const std::complex<float>*>(at);
  if (type == CUDA_C_64F) return *static_cast<const std::complex<double>*>(at);
  return blas::load_element(at, type, 0);
}

/// alpha or beta of any type.
class AnyScalar {
 public:
  AnyScalar(Call& call, const void* at, cudaDataType type, cublasPointerMode_t mode) : type_(type) {
    call.require(at != nullptr);
    if (!call.is_sound()) return;
    if (mode == CUBLAS_POINTER_MODE_DEVICE) {
      device_ = at;
      call.touches(at, bytes_of(type), false, "alpha or beta");
    } else {
      value_ = scalar_at(at, type);
    }
  }
  std::complex<double> operator()() const { return device_ ? scalar_at(device_, type_) : value_; }

 private:
  cudaDataType type_;
  const void* device_ = nullptr;
  std::complex<double> value_{};
};

/// A matrix of a batch as it is stored, and the bytes from its first element to its last.
struct Stored {
  std::int64_t rows, cols, leading;
  cudaDataType type;

  std::size_t bytes() const {
    if (rows == 0 || cols == 0) return 0;
    return static_cast<std::size_t>((cols - 1) * leading + rows) * bytes_of(type);
  }
  TypedView as(cublasOperation_t operation, const void* at) const {
    const View<const char> shape{nullptr, rows, cols, 1, leading, false};
    return blas::typed(at, type, applied(operation, shape));
  }
};

Stored stored(cublasOperation_t operation, std::int64_t rows, std::int64_t cols, std::int64_t leading,
              cudaDataType type) {
  const bool turned = operation == CUBLAS_OP_T || operation == CUBLAS_OP_C;
  return {turned ? cols : rows, turned ? rows : cols, leading, type};
}

const char* offset(const void* at, std::int64_t elements, cudaDataType type) {
  return static_cast<const char*>(at) + elements * static_cast<std::int64_t>(bytes_of(type));
}

/// The addresses of one product's matrices.
struct Place {
  const void *a, *b;
  void* c;
};

Place place_of(const GemmBatch& batch, const GemmShape& shape, std::int64_t i) {
  if (batch.pointers)
    return {static_cast<const void* const*>(batch.a)[i], static_cast<const void* const*>(batch.b)[i],
            static_cast<void* const*>(batch.c)[i]};
  return {offset(batch.a, i * batch.stride_a, shape.a), offset(batch.b, i * batch.stride_b, shape.b),
          const_cast<char*>(offset(batch.c, i * batch.stride_c, shape.c))};
}

void name_arrays(Call& call, const GemmBatch& batch) {
  const auto bytes = static_cast<std::size_t>(batch.count) * sizeof(void*);
  call.touches(batch.a, bytes, false, "Aarray");
  call.touches(batch.b, bytes, false, "Barray");
  call.touches(batch.c, bytes, false, "Carray");
}

}  // namespace

std::optional<GemmTypes> gemm_types(cublasComputeType_t compute, cudaDataType a, cudaDataType b,
                                    cudaDataType c) {
  using blas::Arithmetic;
  const auto all = [&](cudaDataType type) { return a == type && b == type && c == type; };
  const auto one_of = [](cudaDataType type, std::initializer_list<cudaDataType> types) {
    return std::find(types.begin(), types.end(), type) != types.end();
  };
  switch (compute) {
    case CUBLAS_COMPUTE_16F:
    case CUBLAS_COMPUTE_16F_PEDANTIC:
      if (all(CUDA_R_16F)) return GemmTypes{Arithmetic::single, CUDA_R_16F};
      return {};
    case CUBLAS_COMPUTE_32F:
    case CUBLAS_COMPUTE_32F_PEDANTIC:
    case CUBLAS_COMPUTE_32F_FAST_16F:
    case CUBLAS_COMPUTE_32F_FAST_16BF:
    case CUBLAS_COMPUTE_32F_FAST_TF32:
      if (all(CUDA_C_32F)) return GemmTypes{Arithmetic::single_complex, CUDA_C_32F};
      if (a == b && one_of(a, {CUDA_R_16F, CUDA_R_16BF, CUDA_R_32F, CUDA_R_8I}) &&
          (c == a || c == CUDA_R_32F) && c != CUDA_R_8I)
        return GemmTypes{Arithmetic::single, CUDA_R_32F, compute == CUBLAS_COMPUTE_32F_FAST_TF32};
      return {};
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
      if (all(CUDA_R_64F)) return GemmTypes{Arithmetic::wide, CUDA_R_64F};
      if (all(CUDA_C_64F)) return GemmTypes{Arithmetic::wide_complex, CUDA_C_64F};
      return {};
    case CUBLAS_COMPUTE_32I:
    case CUBLAS_COMPUTE_32I_PEDANTIC:
      if (a == CUDA_R_8I && b == CUDA_R_8I && c == CUDA_R_32I)
        return GemmTypes{Arithmetic::integer, CUDA_R_32I};
      return {};
  }
  return {};
}

cublasStatus_t gemm(Call call, const GemmShape& s, const GemmTypes& types, const void* alpha,
                    const void* beta, const GemmBatch& batch) {
  call.require(is_operation(s.transa) && is_operation(s.transb) && s.m >= 0 && s.n >= 0 && s.k >= 0 &&
               batch.count >= 0);
  const Stored a = stored(s.transa, s.m, s.k, s.lda, s.a), b = stored(s.transb, s.k, s.n, s.ldb, s.b);
  const Stored c{s.m, s.n, s.ldc, s.c};
  for (const Stored& matrix : {a, b, c})
    call.require(matrix.leading >= std::max(std::int64_t{1}, matrix.rows));
  if (!call.is_sound()) return call.status();
  const AnyScalar factor(call, alpha, types.scalar, call.pointer_mode());
  const AnyScalar keep(call, beta, types.scalar, call.pointer_mode());
  if (!call.is_sound() || s.m == 0 || s.n == 0 || batch.count == 0) return call.status();
  if (batch.pointers) name_arrays(call, batch);
  const bool rounds = types.rounds_to_tf32 || call.uses_tensor_cores();
  call.asks(blas::product_load(s.m, s.n, s.k, batch.count, s.a, s.c, rounds));
  return call.run([=, name = call.name()] {
    const std::complex<double> scale = factor(), kept = keep();
    for (std::int64_t i = 0; i < batch.count; ++i) {
      const Place at = place_of(batch, s, i);
      emulation::touch_operand(name, {at.a, a.bytes(), false, "A"});
      emulation::touch_operand(name, {at.b, b.bytes(), false, "B"});
      emulation::touch_operand(name, {at.c, c.bytes(), true, "C"});
      const TypedView target = c.as(CUBLAS_OP_N, at.c);
      blas::multiply_mixed({types.arithmetic, a.as(s.transa, at.a), b.as(s.transb, at.b), target, target,
                            scale, kept, nullptr});
    }
  });
}

}  // namespace gridmark::cublas

using namespace gridmark::cublas;

namespace {

template <class T>
GemmTypes own_types() {
  const cublasComputeType_t compute = std::is_same_v<T, __half> ? CUBLAS_COMPUTE_16F
                                      : data_type<T> == CUDA_R_64F || data_type<T> == CUDA_C_64F
                                          ? CUBLAS_COMPUTE_64F
                                          : CUBLAS_COMPUTE_32F;
  return *gemm_types(compute, data_type<T>, data_type<T>, data_type<T>);
}

template <class T>
cublasStatus_t own_gemm(Call call, cublasOperation_t transa, cublasOperation_t transb, std::int64_t m,
                        std::int64_t n, std::int64_t k, const T* alpha, std::int64_t lda, std::int64_t ldb,
                        const T* beta, std::int64_t ldc, const GemmBatch& batch) {
  constexpr cudaDataType type = data_type<T>;
  return gemm(std::move(call), {transa, transb, m, n, k, type, type, type, lda, ldb, ldc}, own_types<T>(),
              alpha, beta, batch);
}

cublasStatus_t gemm_ex(Call call, const GemmShape& shape, cublasComputeType_t compute, const void* alpha,
                       const void* beta, const GemmBatch& batch) {
  const std::optional<GemmTypes> types = gemm_types(compute, shape.a, shape.b, shape.c);
  if (!call.is_sound()) return call.status();
  return types ? gemm(std::move(call), shape, *types, alpha, beta, batch) : CUBLAS_STATUS_NOT_SUPPORTED;
}

}  // namespace

extern "C" {

#define GRIDMARK_DEFINE(X, V, T, I, N)                                                                    \
  cublasStatus_t cublas##X##gemm##V##N(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, I m, \
                                       I n, I k, const T* alpha, const T* a, I lda, const T* b, I ldb,    \
                                       const T* beta, T* c, I ldc) {                                      \
    return own_gemm({h, "cublas" #X "gemm"}, ta, tb, m, n, k, alpha, lda, ldb, beta, ldc,                 \
                    {1, a, b, c, 0, 0, 0, false});                                                        \
  }
#define GRIDMARK_DEFINE_BATCHED(X, T, I, N)                                                                \
  cublasStatus_t cublas##X##gemmStridedBatched##N(                                                         \
      cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, I m, I n, I k, const T* alpha,         \
      const T* a, I lda, long long int stride_a, const T* b, I ldb, long long int stride_b, const T* beta, \
      T* c, I ldc, long long int stride_c, I count) {                                                      \
    return own_gemm({h, "cublas" #X "gemmStridedBatched"}, ta, tb, m, n, k, alpha, lda, ldb, beta, ldc,    \
                    {count, a, b, c, stride_a, stride_b, stride_c, false});                                \
  }                                                                                                        \
  cublasStatus_t cublas##X##gemmBatched##N(                                                                \
      cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, I m, I n, I k, const T* alpha,         \
      const T* const a[], I lda, const T* const b[], I ldb, const T* beta, T* const c[], I ldc, I count) { \
    return own_gemm({h, "cublas" #X "gemmBatched"}, ta, tb, m, n, k, alpha, lda, ldb, beta, ldc,           \
                    {count, a, b, const_cast<T**>(c), 0, 0, 0, true});                                     \
  }
#define GRIDMARK_DEFINE_ALL(X, T, I, N) GRIDMARK_DEFINE(X, _v2, T, I, N) GRIDMARK_DEFINE_BATCHED(X, T, I, N)
GRIDMARK_CUBLAS_EACH(GRIDMARK_DEFINE_ALL)
#define GRIDMARK_DEFINE_HALF(I, N) GRIDMARK_DEFINE(H, , __half, I, N) GRIDMARK_DEFINE_BATCHED(H, __half, I, N)
GRIDMARK_DEFINE_HALF(int, )
GRIDMARK_DEFINE_HALF(int64_t, _64)
GRIDMARK_DEFINE(C, 3m, cuComplex, int, )
GRIDMARK_DEFINE(C, 3m, cuComplex, int64_t, _64)
GRIDMARK_DEFINE(Z, 3m, cuDoubleComplex, int, )
GRIDMARK_DEFINE(Z, 3m, cuDoubleComplex, int64_t, _64)

#define GRIDMARK_DEFINE_EX(I, N)                                                                             \
  cublasStatus_t cublasGemmEx##N(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, I m, I n,     \
                                 I k, const void* alpha, const void* a, cudaDataType at, I lda,              \
                                 const void* b, cudaDataType bt, I ldb, const void* beta, void* c,           \
                                 cudaDataType ct, I ldc, cublasComputeType_t compute, cublasGemmAlgo_t) {    \
    return gemm_ex({h, "cublasGemmEx"}, {ta, tb, m, n, k, at, bt, ct, lda, ldb, ldc}, compute, alpha, beta,  \
                   {1, a, b, c, 0, 0, 0, false});                                                            \
  }                                                                                                          \
  cublasStatus_t cublasGemmBatchedEx##N(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, I m,   \
                                        I n, I k, const void* alpha, const void* const a[], cudaDataType at, \
                                        I lda, const void* const b[], cudaDataType bt, I ldb,                \
                                        const void* beta, void* const c[], cudaDataType ct, I ldc, I count,  \
                                        cublasComputeType_t compute, cublasGemmAlgo_t) {                     \
    return gemm_ex({h, "cublasGemmBatchedEx"}, {ta, tb, m, n, k, at, bt, ct, lda, ldb, ldc}, compute, alpha, \
                   beta, {count, a, b, const_cast<void**>(c), 0, 0, 0, true});                               \
  }                                                                                                          \
  cublasStatus_t cublasGemmStridedBatchedEx##N(                                                              \
      cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, I m, I n, I k, const void* alpha,        \
      const void* a, cudaDataType at, I lda, long long int stride_a, const void* b, cudaDataType bt, I ldb,  \
      long long int stride_b, const void* beta, void* c, cudaDataType ct, I ldc, long long int stride_c,     \
      I count, cublasComputeType_t compute, cublasGemmAlgo_t) {                                              \
    return gemm_ex({h, "cublasGemmStridedBatchedEx"}, {ta, tb, m, n, k, at, bt, ct, lda, ldb, ldc}, compute, \
                   alpha, beta, {count, a, b, c, stride_a, stride_b, stride_c, false});                      \
  }                                                                                                          \
  cublasStatus_t cublasSgemmEx##N(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, I m, I n,    \
                                  I k, const float* alpha, const void* a, cudaDataType at, I lda,            \
                                  const void* b, cudaDataType bt, I ldb, const float* beta, void* c,         \
                                  cudaDataType ct, I ldc) {                                                  \
    return gemm_ex({h, "cublasSgemmEx"}, {ta, tb, m, n, k, at, bt, ct, lda, ldb, ldc}, CUBLAS_COMPUTE_32F,   \
                   alpha, beta, {1, a, b, c, 0, 0, 0, false});                                               \
  }                                                                                                          \
  cublasStatus_t cublasCgemmEx##N(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, I m, I n,    \
                                  I k, const cuComplex* alpha, const void* a, cudaDataType at, I lda,        \
                                  const void* b, cudaDataType bt, I ldb, const cuComplex* beta, void* c,     \
                                  cudaDataType ct, I ldc) {                                                  \
    return gemm_ex({h, "cublasCgemmEx"}, {ta, tb, m, n, k, at, bt, ct, lda, ldb, ldc}, CUBLAS_COMPUTE_32F,   \
                   alpha, beta, {1, a, b, c, 0, 0, 0, false});                                               \
  }
GRIDMARK_DEFINE_EX(int, )
GRIDMARK_DEFINE_EX(int64_t, _64)

}  // extern "C"
