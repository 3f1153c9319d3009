// cublasLtMatmul: from descriptors to a mixed product and its epilogue.
#include "emulation/libraries/blas/element_types.h"
#include "emulation/libraries/cublas/gemm.h"
#include "emulation/libraries/cublaslt/epilogue.h"
#include "emulation/runtime/library_work.h"

namespace gridmark::cublaslt {
namespace {

using blas::TypedView;
using blas::View;

using Layout = cublasLtMatrixLayoutOpaque_t;
using Description = cublasLtMatmulDescOpaque_t;

std::int64_t size(std::uint64_t value) { return static_cast<std::int64_t>(value); }

View<const char> shape_of(const Layout& layout) {
  if (layout.order == CUBLASLT_ORDER_ROW)
    return {nullptr, size(layout.rows), size(layout.cols), layout.ld, 1, false};
  return {nullptr, size(layout.rows), size(layout.cols), 1, layout.ld, false};
}

std::size_t bytes_of(const Layout& layout) {
  if (layout.rows == 0 || layout.cols == 0) return 0;
  const bool by_rows = layout.order == CUBLASLT_ORDER_ROW;
  const std::int64_t lines = size(by_rows ? layout.rows : layout.cols);
  const std::int64_t length = size(by_rows ? layout.cols : layout.rows);
  return static_cast<std::size_t>((lines - 1) * layout.ld + length) * blas::bytes_of(layout.type);
}

bool is_sound(const Layout& layout) {
  const std::uint64_t length = layout.order == CUBLASLT_ORDER_ROW ? layout.cols : layout.rows;
  return layout.ld >= size(length) && layout.ld > 0 && layout.batch_count > 0;
}

bool is_plain_order(const Layout& layout) {
  return layout.order == CUBLASLT_ORDER_COL || layout.order == CUBLASLT_ORDER_ROW;
}

struct Layouts {
  Layout a, b, c, d;
};

View<const char> applied(std::int32_t operation, const Layout& layout) {
  return cublas::applied(static_cast<cublasOperation_t>(operation), shape_of(layout));
}

cublasStatus_t check(const Description& desc, const Layouts& layouts) {
  for (const Layout& layout : {layouts.a, layouts.b, layouts.c, layouts.d}) {
    if (!is_plain_order(layout)) return CUBLAS_STATUS_NOT_SUPPORTED;
    if (!is_sound(layout) || layout.batch_count != layouts.d.batch_count) return CUBLAS_STATUS_INVALID_VALUE;
  }
  const View<const char> a = applied(desc.transa, layouts.a), b = applied(desc.transb, layouts.b);
  if (a.cols != b.rows || a.rows != size(layouts.d.rows) || b.cols != size(layouts.d.cols) ||
      layouts.c.rows != layouts.d.rows || layouts.c.cols != layouts.d.cols)
    return CUBLAS_STATUS_INVALID_VALUE;
  const auto types = cublas::gemm_types(desc.compute, layouts.a.type, layouts.b.type, layouts.d.type);
  if (!types || desc.unsupported || desc.pointer_mode > CUBLASLT_POINTER_MODE_DEVICE ||
      desc.transc != CUBLAS_OP_N || desc.fill != CUBLAS_FILL_MODE_FULL || layouts.c.type != layouts.d.type ||
      !is_known_epilogue(desc.epilogue))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  const bool plain = desc.epilogue == CUBLASLT_EPILOGUE_DEFAULT;
  if (!plain && types->arithmetic != blas::Arithmetic::single) return CUBLAS_STATUS_NOT_SUPPORTED;
  return CUBLAS_STATUS_SUCCESS;
}

/// alpha and beta have the description's scale type, on the host or the device.
std::complex<double> scalar_at(const void* at, cudaDataType type) {
  if (type == CUDA_C_32F) return *static_cast<const std::complex<float>*>(at);
  if (type == CUDA_C_64F) return *static_cast<const std::complex<double>*>(at);
  return blas::load_element(at, type, 0);
}

struct Matmul {
  Description desc;
  Layouts layouts;
  const void *a, *b, *c;
  void* d;
  std::complex<double> alpha, beta;
  const void *device_alpha = nullptr, *device_beta = nullptr;

  void run() const;

 private:
  template <class T>
  T* at(T* first, const Layout& layout, std::int64_t batch) const {
    using Byte = std::conditional_t<std::is_const_v<T>, const char, char>;
    return static_cast<Byte*>(first) + batch * layout.batch_offset * size(blas::bytes_of(layout.type));
  }
  Epilogue epilogue(std::int64_t batch) const;
  void gradient_of_bias(const TypedView& a, const TypedView& b) const;
  void touch(const Epilogue& epilogue) const;
};

Epilogue Matmul::epilogue(std::int64_t batch) const {
  Epilogue result;
  result.kind = desc.epilogue;
  result.bias_type = desc.has_bias_type ? desc.bias_type : layouts.d.type;
  result.aux_type = desc.has_aux_type ? desc.aux_type : layouts.d.type;
  result.aux_leading = desc.aux_ld;
  if (desc.bias)
    result.bias =
        static_cast<char*>(desc.bias) + batch * desc.bias_stride * size(blas::bytes_of(result.bias_type));
  const std::int64_t aux_bytes =
      result.is_bits() ? desc.aux_stride / 8 : desc.aux_stride * size(blas::bytes_of(result.aux_type));
  if (desc.aux) result.aux = static_cast<char*>(desc.aux) + batch * aux_bytes;
  return result;
}

void Matmul::touch(const Epilogue& epilogue) const {
  const std::int64_t rows = size(layouts.d.rows), cols = size(layouts.d.cols);
  if (epilogue.has(CUBLASLT_EPILOGUE_BIAS) || epilogue.writes_bias())
    emulation::touch_operand("cublasLtMatmul",
                             {epilogue.bias, epilogue.bias_bytes(rows), epilogue.writes_bias(), "bias"});
  if (epilogue.has(128))
    emulation::touch_operand("cublasLtMatmul",
                             {epilogue.aux, epilogue.aux_bytes(rows, cols), epilogue.writes_aux(), "aux"});
}

/// BGRADA sums op(A) over k for each row of D, BGRADB op(B) for each column.
void Matmul::gradient_of_bias(const TypedView& left, const TypedView& right) const {
  const bool of_a = desc.epilogue == CUBLASLT_EPILOGUE_BGRADA;
  const TypedView& from = of_a ? left : right;
  const std::int64_t count = of_a ? left.rows : right.cols, depth = of_a ? left.cols : right.rows;
  const std::int64_t step = of_a ? left.down : right.right, along = of_a ? left.right : right.down;
  const cudaDataType type = desc.has_bias_type ? desc.bias_type : layouts.d.type;
  emulation::touch_operand("cublasLtMatmul",
                           {desc.bias, static_cast<std::size_t>(count) * blas::bytes_of(type), true, "bias"});
  for (std::int64_t i = 0; i < count; ++i) {
    double sum = 0;
    for (std::int64_t l = 0; l < depth; ++l)
      sum += blas::load_element(from.at, from.type, i * step + l * along);
    blas::store_element(desc.bias, type, i, sum);
  }
}

void Matmul::run() const {
  const auto types = *cublas::gemm_types(desc.compute, layouts.a.type, layouts.b.type, layouts.d.type);
  const std::complex<double> scale = device_alpha ? scalar_at(device_alpha, desc.scale) : alpha;
  const std::complex<double> kept = device_beta ? scalar_at(device_beta, desc.scale) : beta;
  for (std::int64_t i = 0; i < layouts.d.batch_count; ++i) {
    const void *ai = at(a, layouts.a, i), *bi = at(b, layouts.b, i), *ci = at(c, layouts.c, i);
    void* di = at(d, layouts.d, i);
    emulation::touch_operand("cublasLtMatmul", {ai, bytes_of(layouts.a), false, "A"});
    emulation::touch_operand("cublasLtMatmul", {bi, bytes_of(layouts.b), false, "B"});
    if (kept != 0.0) emulation::touch_operand("cublasLtMatmul", {ci, bytes_of(layouts.c), false, "C"});
    emulation::touch_operand("cublasLtMatmul", {di, bytes_of(layouts.d), true, "D"});
    blas::MixedProduct product{types.arithmetic,
                               blas::typed(ai, layouts.a.type, applied(desc.transa, layouts.a)),
                               blas::typed(bi, layouts.b.type, applied(desc.transb, layouts.b)),
                               blas::typed(ci, layouts.c.type, shape_of(layouts.c)),
                               blas::typed(di, layouts.d.type, shape_of(layouts.d)),
                               scale,
                               kept,
                               nullptr};
    if (desc.epilogue == CUBLASLT_EPILOGUE_BGRADA || desc.epilogue == CUBLASLT_EPILOGUE_BGRADB) {
      gradient_of_bias(product.a, product.b);
    } else if (desc.epilogue != CUBLASLT_EPILOGUE_DEFAULT) {
      const Epilogue last = epilogue(i);
      touch(last);
      product.finish = [last](const View<float>& result) { last.apply(result); };
    }
    blas::multiply_mixed(product);
  }
}

cublasStatus_t matmul(Matmul work, const void* alpha, const void* beta, cudaStream_t stream) {
  if (const cublasStatus_t status = check(work.desc, work.layouts); status != CUBLAS_STATUS_SUCCESS)
    return status;
  emulation::LibraryWork queued{"cublasLtMatmul", {}, nullptr};
  if (work.desc.pointer_mode == CUBLASLT_POINTER_MODE_DEVICE) {
    work.device_alpha = alpha;
    work.device_beta = beta;
    const std::size_t bytes = blas::bytes_of(work.desc.scale);
    queued.operands = {{alpha, bytes, false, "alpha"}, {beta, bytes, false, "beta"}};
  } else {
    work.alpha = scalar_at(alpha, work.desc.scale);
    work.beta = scalar_at(beta, work.desc.scale);
  }
  const Layout &a = work.layouts.a, &d = work.layouts.d;
  const bool turned = work.desc.transa != CUBLAS_OP_N;
  queued.load = blas::product_load(size(d.rows), size(d.cols), size(turned ? a.rows : a.cols), d.batch_count,
                                   a.type, d.type, work.desc.compute == CUBLAS_COMPUTE_32F_FAST_TF32);
  queued.run = [work] { work.run(); };
  return cublas::status_of(emulation::enqueue_library_work(stream, std::move(queued)));
}

}  // namespace
}  // namespace gridmark::cublaslt

using namespace gridmark::cublaslt;

extern "C" {

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc,
                                              cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                                              cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                                              cublasLtMatmulPreference_t preference, int requested,
                                              cublasLtMatmulHeuristicResult_t results[], int* returned) {
  if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (!desc || !a || !b || !c || !d || !preference || !results || !returned || requested < 1)
    return CUBLAS_STATUS_INVALID_VALUE;
  *returned = 0;
  if (const cublasStatus_t status = check(*desc, {*a, *b, *c, *d}); status != CUBLAS_STATUS_SUCCESS)
    return status;
  results[0] = {};
  results[0].state = CUBLAS_STATUS_SUCCESS;
  results[0].wavesCount = 1;
  *returned = 1;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc, const void* alpha,
                              const void* a, cublasLtMatrixLayout_t a_desc, const void* b,
                              cublasLtMatrixLayout_t b_desc, const void* beta, const void* c,
                              cublasLtMatrixLayout_t c_desc, void* d, cublasLtMatrixLayout_t d_desc,
                              const cublasLtMatmulAlgo_t*, void*, size_t, cudaStream_t stream) {
  if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (!desc || !alpha || !beta || !a_desc || !b_desc || !c_desc || !d_desc || !a || !b || !d)
    return CUBLAS_STATUS_INVALID_VALUE;
  return matmul({*desc, {*a_desc, *b_desc, *c_desc, *d_desc}, a, b, c, d, {}, {}}, alpha, beta, stream);
}

}  // extern "C"
