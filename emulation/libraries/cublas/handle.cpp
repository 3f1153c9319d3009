// Handles and their settings, and copies of vectors and matrices between host and device.
#include <atomic>
#include <cstdio>
#include <mutex>
#include <set>

#include "emulation/libraries/cublas/call.h"
#include "emulation/runtime/live_objects.h"
#include "gridmark/runtime_api.h"

namespace gridmark::cublas {
namespace {

std::mutex mutex;
std::set<cublasHandle_t>& handles() {
  static auto* live = new std::set<cublasHandle_t>;
  return *live;
}
std::atomic<cublasLogCallback> logger{nullptr};

/// Sets `*out`, or `field`, of a live handle.
template <class T>
cublasStatus_t assign(cublasHandle_t handle, T* to, const T& value) {
  if (!is_live(handle)) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (!to) return CUBLAS_STATUS_INVALID_VALUE;
  *to = value;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t copied(cudaError_t error) {
  if (error == cudaSuccess) return CUBLAS_STATUS_SUCCESS;
  return error == cudaErrorInvalidValue ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_MAPPING_ERROR;
}

struct StatusWords {
  cublasStatus_t status;
  const char *name, *message;
};
#define GRIDMARK_STATUS(name) CUBLAS_STATUS_##name, "CUBLAS_STATUS_" #name
constexpr StatusWords status_words[] = {
    {GRIDMARK_STATUS(SUCCESS), "success"},
    {GRIDMARK_STATUS(NOT_INITIALIZED), "the library was not initialized"},
    {GRIDMARK_STATUS(ALLOC_FAILED), "the resource allocation failed"},
    {GRIDMARK_STATUS(INVALID_VALUE), "an invalid value was provided"},
    {GRIDMARK_STATUS(ARCH_MISMATCH), "an absent device architectural feature is required"},
    {GRIDMARK_STATUS(MAPPING_ERROR), "an access to GPU memory space failed"},
    {GRIDMARK_STATUS(EXECUTION_FAILED), "the function failed to launch on the GPU"},
    {GRIDMARK_STATUS(INTERNAL_ERROR), "an internal operation failed"},
    {GRIDMARK_STATUS(NOT_SUPPORTED), "the functionality is not supported"},
    {GRIDMARK_STATUS(LICENSE_ERROR), "the license check failed"}};
#undef GRIDMARK_STATUS

const StatusWords* words_of(cublasStatus_t status) {
  const auto* found = std::ranges::find(status_words, status, &StatusWords::status);
  return found == std::end(status_words) ? nullptr : found;
}

/// `rows` x `cols` elements, column by column.
struct Transfer {
  std::int64_t rows, cols, element;
  const void* from;
  std::int64_t from_leading;
  void* to;
  std::int64_t to_leading;
  cudaMemcpyKind kind;
};

bool is_sound(const Transfer& t) {
  return t.rows >= 0 && t.cols >= 0 && t.element > 0 && t.from_leading >= std::max(std::int64_t{1}, t.rows) &&
         t.to_leading >= std::max(std::int64_t{1}, t.rows);
}

/// `copy` is cudaMemcpy2D, or cudaMemcpy2DAsync with a stream.
template <class Copy, class... Stream>
cublasStatus_t transfer(Copy copy, const Transfer& t, Stream... stream) {
  if (!is_sound(t)) return CUBLAS_STATUS_INVALID_VALUE;
  if (t.rows == 0 || t.cols == 0) return CUBLAS_STATUS_SUCCESS;
  const auto size = [&](std::int64_t elements) { return static_cast<std::size_t>(elements * t.element); };
  return copied(copy(t.to, size(t.to_leading), t.from, size(t.from_leading), size(t.rows),
                     static_cast<std::size_t>(t.cols), t.kind, stream...));
}

/// A vector is a matrix of one row. Its increments are the leading dimensions.
Transfer vector_transfer(int n, int element, const void* x, int incx, void* y, int incy,
                         cudaMemcpyKind kind) {
  return {1, n, element, x, incx, y, incy, kind};
}

}  // namespace

bool is_live(cublasHandle_t handle) {
  const std::lock_guard<std::mutex> lock(mutex);
  return handles().count(handle) > 0;
}

cublasStatus_t status_of(cudaError_t error) {
  return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

}  // namespace gridmark::cublas

using namespace gridmark::cublas;

extern "C" {

cublasStatus_t cublasCreate_v2(cublasHandle_t* handle) {
  if (!handle) return CUBLAS_STATUS_INVALID_VALUE;
  *handle = new cublasContext;
  const std::lock_guard<std::mutex> lock(mutex);
  handles().insert(*handle);
  gridmark::emulation::note_object(*handle, "cublasCreate");
  return CUBLAS_STATUS_SUCCESS;
}

// Queued work keeps the data that it needs. As in cuBLAS, this waits for the device.
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle) {
  if (!is_live(handle)) return CUBLAS_STATUS_NOT_INITIALIZED;
  cudaDeviceSynchronize();
  const std::lock_guard<std::mutex> lock(mutex);
  handles().erase(handle);
  gridmark::emulation::forget_object(handle);
  delete handle;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int* version) {
  return assign(handle, version, CUBLAS_VERSION);
}

cublasStatus_t cublasGetProperty(libraryPropertyType type, int* value) {
  if (!value || type < MAJOR_VERSION || type > PATCH_LEVEL) return CUBLAS_STATUS_INVALID_VALUE;
  const int versions[] = {CUBLAS_VER_MAJOR, CUBLAS_VER_MINOR, CUBLAS_VER_PATCH};
  *value = versions[type];
  return CUBLAS_STATUS_SUCCESS;
}

size_t cublasGetCudartVersion(void) { return CUDART_VERSION; }

// The host's BLAS brings its own workspace.
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void*, size_t) {
  return is_live(handle) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}

cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream) {
  return is_live(handle) ? assign(handle, &handle->stream, stream) : CUBLAS_STATUS_NOT_INITIALIZED;
}
cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t* stream) {
  return is_live(handle) ? assign(handle, stream, handle->stream) : CUBLAS_STATUS_NOT_INITIALIZED;
}
cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t* mode) {
  return is_live(handle) ? assign(handle, mode, handle->pointer_mode) : CUBLAS_STATUS_NOT_INITIALIZED;
}
cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t mode) {
  if (!is_live(handle)) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (mode != CUBLAS_POINTER_MODE_HOST && mode != CUBLAS_POINTER_MODE_DEVICE)
    return CUBLAS_STATUS_INVALID_VALUE;
  return assign(handle, &handle->pointer_mode, mode);
}
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t* mode) {
  return is_live(handle) ? assign(handle, mode, handle->atomics_mode) : CUBLAS_STATUS_NOT_INITIALIZED;
}
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode) {
  return is_live(handle) ? assign(handle, &handle->atomics_mode, mode) : CUBLAS_STATUS_NOT_INITIALIZED;
}
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode) {
  return is_live(handle) ? assign(handle, mode, handle->math_mode) : CUBLAS_STATUS_NOT_INITIALIZED;
}
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode) {
  return is_live(handle) ? assign(handle, &handle->math_mode, mode) : CUBLAS_STATUS_NOT_INITIALIZED;
}
cublasStatus_t cublasGetSmCountTarget(cublasHandle_t handle, int* target) {
  return is_live(handle) ? assign(handle, target, handle->processors) : CUBLAS_STATUS_NOT_INITIALIZED;
}
cublasStatus_t cublasSetSmCountTarget(cublasHandle_t handle, int target) {
  return is_live(handle) ? assign(handle, &handle->processors, target) : CUBLAS_STATUS_NOT_INITIALIZED;
}

cublasStatus_t cublasLoggerConfigure(int, int, int, const char*) { return CUBLAS_STATUS_SUCCESS; }
cublasStatus_t cublasSetLoggerCallback(cublasLogCallback callback) {
  logger = callback;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetLoggerCallback(cublasLogCallback* callback) {
  if (!callback) return CUBLAS_STATUS_INVALID_VALUE;
  *callback = logger;
  return CUBLAS_STATUS_SUCCESS;
}

const char* cublasGetStatusName(cublasStatus_t status) {
  const StatusWords* words = words_of(status);
  return words ? words->name : "CUBLAS_STATUS_UNKNOWN";
}
const char* cublasGetStatusString(cublasStatus_t status) {
  const StatusWords* words = words_of(status);
  return words ? words->message : "unrecognized status";
}

void cublasXerbla(const char* name, int info) {
  std::fprintf(stderr, "cuBLAS: argument %d of %s is invalid\n", info, name);
}

cublasStatus_t cublasSetVector(int n, int size, const void* x, int incx, void* y, int incy) {
  return transfer(cudaMemcpy2D, vector_transfer(n, size, x, incx, y, incy, cudaMemcpyHostToDevice));
}
cublasStatus_t cublasGetVector(int n, int size, const void* x, int incx, void* y, int incy) {
  return transfer(cudaMemcpy2D, vector_transfer(n, size, x, incx, y, incy, cudaMemcpyDeviceToHost));
}
cublasStatus_t cublasSetMatrix(int rows, int cols, int size, const void* a, int lda, void* b, int ldb) {
  return transfer(cudaMemcpy2D, {rows, cols, size, a, lda, b, ldb, cudaMemcpyHostToDevice});
}
cublasStatus_t cublasGetMatrix(int rows, int cols, int size, const void* a, int lda, void* b, int ldb) {
  return transfer(cudaMemcpy2D, {rows, cols, size, a, lda, b, ldb, cudaMemcpyDeviceToHost});
}
cublasStatus_t cublasSetVectorAsync(int n, int size, const void* x, int incx, void* y, int incy,
                                    cudaStream_t s) {
  return transfer(cudaMemcpy2DAsync, vector_transfer(n, size, x, incx, y, incy, cudaMemcpyHostToDevice), s);
}
cublasStatus_t cublasGetVectorAsync(int n, int size, const void* x, int incx, void* y, int incy,
                                    cudaStream_t s) {
  return transfer(cudaMemcpy2DAsync, vector_transfer(n, size, x, incx, y, incy, cudaMemcpyDeviceToHost), s);
}
cublasStatus_t cublasSetMatrixAsync(int rows, int cols, int size, const void* a, int lda, void* b, int ldb,
                                    cudaStream_t stream) {
  return transfer(cudaMemcpy2DAsync, {rows, cols, size, a, lda, b, ldb, cudaMemcpyHostToDevice}, stream);
}
cublasStatus_t cublasGetMatrixAsync(int rows, int cols, int size, const void* a, int lda, void* b, int ldb,
                                    cudaStream_t stream) {
  return transfer(cudaMemcpy2DAsync, {rows, cols, size, a, lda, b, ldb, cudaMemcpyDeviceToHost}, stream);
}

}  // extern "C"
