// cuSPARSE's interface: descriptors, and products that wait in the handle's stream.
#include <algorithm>
#include <cstring>
#include <vector>

#include "emulation/libraries/cusparse/matrices.h"
#include "emulation/runtime/library_work.h"

struct cusparseContext {
  cudaStream_t stream = nullptr;
  cusparsePointerMode_t pointer_mode = CUSPARSE_POINTER_MODE_HOST;
};

struct cusparseMatDescr {
  cusparseMatrixType_t type = CUSPARSE_MATRIX_TYPE_GENERAL;
  cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
  cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;
  cusparseIndexBase_t base = CUSPARSE_INDEX_BASE_ZERO;
};

namespace {

using gridmark::emulation::LibraryWork;
using gridmark::sparse::bytes_of;
using gridmark::sparse::Product;

template <class T>
cusparseStatus_t create(T** handle, T made) {
  if (!handle) return CUSPARSE_STATUS_INVALID_VALUE;
  *handle = new T(std::move(made));
  return CUSPARSE_STATUS_SUCCESS;
}
template <class T>
cusparseStatus_t destroy(T* handle) {
  delete handle;
  return CUSPARSE_STATUS_SUCCESS;
}
/// Sets a field of a handle's object.
template <class T, class Value>
cusparseStatus_t set(T* handle, Value T::*field, Value value, cusparseStatus_t missing) {
  if (!handle) return missing;
  handle->*field = value;
  return CUSPARSE_STATUS_SUCCESS;
}

bool is_index(cusparseIndexType_t type) { return type == CUSPARSE_INDEX_32I || type == CUSPARSE_INDEX_64I; }

cusparseStatus_t create_sparse(cusparseSpMatDescr** matrix, const cusparseSpMatDescr& made,
                               cusparseIndexType_t rows_type, cusparseIndexType_t columns_type) {
  if (made.rows < 0 || made.cols < 0 || made.entries < 0) return CUSPARSE_STATUS_INVALID_VALUE;
  if (!is_index(rows_type) || !is_index(columns_type) || !bytes_of(made.type))
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  cusparseSpMatDescr complete = made;
  complete.wide_row_places = rows_type == CUSPARSE_INDEX_64I;
  complete.wide_columns = columns_type == CUSPARSE_INDEX_64I;
  return create(matrix, complete);
}

cusparseStatus_t check_dense(const cusparseDnMatDescr& matrix) {
  if (matrix.rows < 0 || matrix.cols < 0 || !matrix.values) return CUSPARSE_STATUS_INVALID_VALUE;
  if (matrix.leading < (matrix.is_row_major ? matrix.cols : matrix.rows))
    return CUSPARSE_STATUS_INVALID_VALUE;
  return bytes_of(matrix.type) ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_SUPPORTED;
}

cusparseDnMatDescr column(std::int64_t size, const void* values, cudaDataType type) {
  return {size, 1, std::max(std::int64_t{1}, size), const_cast<void*>(values), type, false};
}

std::size_t span_of(const cusparseDnMatDescr& m) {
  const std::int64_t lines = m.is_row_major ? m.rows : m.cols, length = m.is_row_major ? m.cols : m.rows;
  return lines && length ? static_cast<std::size_t>((lines - 1) * m.leading + length) * bytes_of(m.type) : 0;
}

void name_operands(const Product& p, LibraryWork* work) {
  const auto add = [&](const void* at, std::size_t bytes, bool written, const char* name) {
    if (bytes) work->operands.push_back({at, bytes, written, name});
  };
  const std::size_t places = static_cast<std::size_t>(p.a.is_csr ? p.a.rows + 1 : p.a.entries);
  const std::size_t entries = static_cast<std::size_t>(p.a.entries);
  add(p.a.row_places, places * (p.a.wide_row_places ? 8 : 4), false,
      p.a.is_csr ? "csrRowOffsets" : "cooRowInd");
  add(p.a.columns, entries * (p.a.wide_columns ? 8 : 4), false, "column indices");
  add(p.a.values, entries * bytes_of(p.a.type), false, "values");
  add(p.b.values, span_of(p.b), false, "B or x");
  add(p.c.values, span_of(p.c), true, "C or y");
}

cusparseStatus_t check_shapes(const Product& p, cudaDataType computed) {
  if (p.a.type != computed || p.b.type != computed || p.c.type != computed)
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  const bool turned = p.a_operation != CUSPARSE_OPERATION_NON_TRANSPOSE;
  const bool b_turned = p.b_operation != CUSPARSE_OPERATION_NON_TRANSPOSE;
  const std::int64_t rows = turned ? p.a.cols : p.a.rows, inner = turned ? p.a.rows : p.a.cols;
  const bool fits = p.c.rows == rows && (b_turned ? p.b.cols : p.b.rows) == inner &&
                    (b_turned ? p.b.rows : p.b.cols) == p.c.cols;
  return fits ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_INVALID_VALUE;
}

cusparseStatus_t enqueue(cusparseHandle_t handle, const char* call, const Product& product, const void* alpha,
                         const void* beta, cudaDataType computed) {
  if (!handle) return CUSPARSE_STATUS_NOT_INITIALIZED;
  if (!alpha || !beta) return CUSPARSE_STATUS_INVALID_VALUE;
  if (const cusparseStatus_t status = check_shapes(product, computed); status != CUSPARSE_STATUS_SUCCESS)
    return status;
  LibraryWork work;
  work.call = call;
  name_operands(product, &work);
  work.load.flops = 2 * static_cast<double>(product.a.entries) * static_cast<double>(product.c.cols);
  if (computed == CUDA_R_64F || computed == CUDA_C_64F)
    work.load.rate = gridmark::emulation::LibraryLoad::Rate::twofold;
  const std::size_t bytes = bytes_of(computed);
  if (handle->pointer_mode == CUSPARSE_POINTER_MODE_DEVICE) {
    work.operands.push_back({alpha, bytes, false, "alpha"});
    work.operands.push_back({beta, bytes, false, "beta"});
    work.run = [=] { gridmark::sparse::multiply(product, alpha, beta); };
  } else {
    struct Scalars {
      alignas(16) char alpha[16], beta[16];
    } now;
    std::memcpy(now.alpha, alpha, bytes);
    std::memcpy(now.beta, beta, bytes);
    work.run = [=] { gridmark::sparse::multiply(product, now.alpha, now.beta); };
  }
  const cudaError_t queued = gridmark::emulation::enqueue_library_work(handle->stream, std::move(work));
  return queued == cudaSuccess ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_EXECUTION_FAILED;
}

constexpr const char* names[] = {"CUSPARSE_STATUS_SUCCESS",
                                 "CUSPARSE_STATUS_NOT_INITIALIZED",
                                 "CUSPARSE_STATUS_ALLOC_FAILED",
                                 "CUSPARSE_STATUS_INVALID_VALUE",
                                 "CUSPARSE_STATUS_ARCH_MISMATCH",
                                 "CUSPARSE_STATUS_MAPPING_ERROR",
                                 "CUSPARSE_STATUS_EXECUTION_FAILED",
                                 "CUSPARSE_STATUS_INTERNAL_ERROR",
                                 "CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED",
                                 "CUSPARSE_STATUS_ZERO_PIVOT",
                                 "CUSPARSE_STATUS_NOT_SUPPORTED",
                                 "CUSPARSE_STATUS_INSUFFICIENT_RESOURCES"};
constexpr const char* messages[] = {
    "success",          "initialization error",    "out of memory",
    "invalid value",    "architecture mismatch",   "mapping error",
    "execution failed", "internal error",          "matrix type not supported",
    "zero pivot",       "operation not supported", "insufficient resources"};

}  // namespace

extern "C" {

cusparseStatus_t cusparseCreate(cusparseHandle_t* handle) { return create(handle, cusparseContext{}); }
cusparseStatus_t cusparseDestroy(cusparseHandle_t handle) {
  return handle ? destroy(handle) : CUSPARSE_STATUS_NOT_INITIALIZED;
}
cusparseStatus_t cusparseGetVersion(cusparseHandle_t handle, int* version) {
  if (!handle || !version) return handle ? CUSPARSE_STATUS_INVALID_VALUE : CUSPARSE_STATUS_NOT_INITIALIZED;
  *version = CUSPARSE_VERSION;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int* value) {
  const int versions[] = {CUSPARSE_VER_MAJOR, CUSPARSE_VER_MINOR, CUSPARSE_VER_PATCH};
  if (!value || type < MAJOR_VERSION || type > PATCH_LEVEL) return CUSPARSE_STATUS_INVALID_VALUE;
  *value = versions[type];
  return CUSPARSE_STATUS_SUCCESS;
}
const char* cusparseGetErrorName(cusparseStatus_t status) {
  return static_cast<unsigned>(status) < std::size(names) ? names[status] : "unrecognized error code";
}
const char* cusparseGetErrorString(cusparseStatus_t status) {
  return static_cast<unsigned>(status) < std::size(messages) ? messages[status] : "unrecognized error code";
}
cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream) {
  return set(handle, &cusparseContext::stream, stream, CUSPARSE_STATUS_NOT_INITIALIZED);
}
cusparseStatus_t cusparseGetStream(cusparseHandle_t handle, cudaStream_t* stream) {
  if (!handle || !stream) return handle ? CUSPARSE_STATUS_INVALID_VALUE : CUSPARSE_STATUS_NOT_INITIALIZED;
  *stream = handle->stream;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode) {
  return set(handle, &cusparseContext::pointer_mode, mode, CUSPARSE_STATUS_NOT_INITIALIZED);
}
cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t* mode) {
  if (!handle || !mode) return handle ? CUSPARSE_STATUS_INVALID_VALUE : CUSPARSE_STATUS_NOT_INITIALIZED;
  *mode = handle->pointer_mode;
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t* a) { return create(a, cusparseMatDescr{}); }
cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t a) { return destroy(a); }
cusparseStatus_t cusparseSetMatType(cusparseMatDescr_t a, cusparseMatrixType_t type) {
  return set(a, &cusparseMatDescr::type, type, CUSPARSE_STATUS_INVALID_VALUE);
}
cusparseMatrixType_t cusparseGetMatType(const cusparseMatDescr_t a) { return a->type; }
cusparseStatus_t cusparseSetMatFillMode(cusparseMatDescr_t a, cusparseFillMode_t fill) {
  return set(a, &cusparseMatDescr::fill, fill, CUSPARSE_STATUS_INVALID_VALUE);
}
cusparseStatus_t cusparseSetMatDiagType(cusparseMatDescr_t a, cusparseDiagType_t diagonal) {
  return set(a, &cusparseMatDescr::diagonal, diagonal, CUSPARSE_STATUS_INVALID_VALUE);
}
cusparseStatus_t cusparseSetMatIndexBase(cusparseMatDescr_t a, cusparseIndexBase_t base) {
  return set(a, &cusparseMatDescr::base, base, CUSPARSE_STATUS_INVALID_VALUE);
}
cusparseIndexBase_t cusparseGetMatIndexBase(const cusparseMatDescr_t a) { return a->base; }

cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t* matrix, int64_t rows, int64_t cols, int64_t nnz,
                                   void* offsets, void* columns, void* values,
                                   cusparseIndexType_t offsets_type, cusparseIndexType_t columns_type,
                                   cusparseIndexBase_t base, cudaDataType type) {
  return create_sparse(matrix, {rows, cols, nnz, true, offsets, columns, values, false, false, base, type},
                       offsets_type, columns_type);
}
cusparseStatus_t cusparseCreateConstCsr(cusparseConstSpMatDescr_t* matrix, int64_t rows, int64_t cols,
                                        int64_t nnz, const void* offsets, const void* columns,
                                        const void* values, cusparseIndexType_t offsets_type,
                                        cusparseIndexType_t columns_type, cusparseIndexBase_t base,
                                        cudaDataType type) {
  return create_sparse(const_cast<cusparseSpMatDescr_t*>(matrix),
                       {rows, cols, nnz, true, offsets, columns, values, false, false, base, type},
                       offsets_type, columns_type);
}
cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t* matrix, int64_t rows, int64_t cols, int64_t nnz,
                                   void* row_indices, void* columns, void* values,
                                   cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                   cudaDataType type) {
  return create_sparse(matrix,
                       {rows, cols, nnz, false, row_indices, columns, values, false, false, base, type},
                       index_type, index_type);
}
cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t matrix) { return destroy(matrix); }
cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t matrix, int64_t* rows, int64_t* cols,
                                      int64_t* nnz) {
  if (!matrix || !rows || !cols || !nnz) return CUSPARSE_STATUS_INVALID_VALUE;
  *rows = matrix->rows;
  *cols = matrix->cols;
  *nnz = matrix->entries;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatSetValues(cusparseSpMatDescr_t matrix, void* values) {
  return set<cusparseSpMatDescr, const void*>(matrix, &cusparseSpMatDescr::values, values,
                                              CUSPARSE_STATUS_INVALID_VALUE);
}

cusparseStatus_t cusparseCreateConstDnVec(cusparseConstDnVecDescr_t* vector, int64_t size, const void* values,
                                          cudaDataType type) {
  const cusparseDnVecDescr made{column(size, values, type)};
  const cusparseStatus_t status = check_dense(made.matrix);
  return status != CUSPARSE_STATUS_SUCCESS ? status : create(const_cast<cusparseDnVecDescr_t*>(vector), made);
}
cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t* vector, int64_t size, void* values,
                                     cudaDataType type) {
  return cusparseCreateConstDnVec(const_cast<cusparseConstDnVecDescr_t*>(vector), size, values, type);
}
cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t vector) { return destroy(vector); }
cusparseStatus_t cusparseDnVecGet(cusparseDnVecDescr_t vector, int64_t* size, void** values,
                                  cudaDataType* type) {
  if (!vector || !size || !values || !type) return CUSPARSE_STATUS_INVALID_VALUE;
  *size = vector->matrix.rows;
  *values = vector->matrix.values;
  *type = vector->matrix.type;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t vector, void* values) {
  if (!vector || !values) return CUSPARSE_STATUS_INVALID_VALUE;
  vector->matrix.values = values;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCreateConstDnMat(cusparseConstDnMatDescr_t* matrix, int64_t rows, int64_t cols,
                                          int64_t leading, const void* values, cudaDataType type,
                                          cusparseOrder_t order) {
  const cusparseDnMatDescr made{
      rows, cols, leading, const_cast<void*>(values), type, order == CUSPARSE_ORDER_ROW};
  const cusparseStatus_t status = check_dense(made);
  return status != CUSPARSE_STATUS_SUCCESS ? status : create(const_cast<cusparseDnMatDescr_t*>(matrix), made);
}
cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t* matrix, int64_t rows, int64_t cols,
                                     int64_t leading, void* values, cudaDataType type,
                                     cusparseOrder_t order) {
  return cusparseCreateConstDnMat(const_cast<cusparseConstDnMatDescr_t*>(matrix), rows, cols, leading, values,
                                  type, order);
}
cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t matrix) { return destroy(matrix); }

cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t handle, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x,
                                         const void*, cusparseDnVecDescr_t y, cudaDataType, cusparseSpMVAlg_t,
                                         size_t* bytes) {
  if (!handle) return CUSPARSE_STATUS_NOT_INITIALIZED;
  if (!a || !x || !y || !bytes) return CUSPARSE_STATUS_INVALID_VALUE;
  *bytes = 8;  // programs pass it to cudaMalloc and take a null pointer for an error
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMV_preprocess(cusparseHandle_t handle, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t, const void*,
                                         cusparseDnVecDescr_t, cudaDataType, cusparseSpMVAlg_t, void*) {
  return handle ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_INITIALIZED;
}
cusparseStatus_t cusparseSpMV(cusparseHandle_t handle, cusparseOperation_t operation, const void* alpha,
                              cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, const void* beta,
                              cusparseDnVecDescr_t y, cudaDataType computed, cusparseSpMVAlg_t, void*) {
  if (!a || !x || !y) return CUSPARSE_STATUS_INVALID_VALUE;
  const Product product{*a, x->matrix, y->matrix, operation, CUSPARSE_OPERATION_NON_TRANSPOSE};
  return enqueue(handle, "cusparseSpMV", product, alpha, beta, computed);
}
cusparseStatus_t cusparseSpMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t, cusparseOperation_t,
                                         const void*, cusparseConstSpMatDescr_t a,
                                         cusparseConstDnMatDescr_t b, const void*, cusparseDnMatDescr_t c,
                                         cudaDataType, cusparseSpMMAlg_t, size_t* bytes) {
  if (!handle) return CUSPARSE_STATUS_NOT_INITIALIZED;
  if (!a || !b || !c || !bytes) return CUSPARSE_STATUS_INVALID_VALUE;
  *bytes = 8;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMM(cusparseHandle_t handle, cusparseOperation_t a_operation,
                              cusparseOperation_t b_operation, const void* alpha, cusparseConstSpMatDescr_t a,
                              cusparseConstDnMatDescr_t b, const void* beta, cusparseDnMatDescr_t c,
                              cudaDataType computed, cusparseSpMMAlg_t, void*) {
  if (!a || !b || !c) return CUSPARSE_STATUS_INVALID_VALUE;
  return enqueue(handle, "cusparseSpMM", Product{*a, *b, *c, a_operation, b_operation}, alpha, beta,
                 computed);
}

}  // extern "C"
