// cudaMemcpy, cudaMemset and their relatives.
#include "emulation/runtime/copies.h"
#include "gridmark/runtime_api.h"

using namespace gridmark::emulation;

namespace {

Rectangle row(void* to, const void* from, std::size_t bytes) { return {to, bytes, from, bytes, bytes, 1}; }

const void* advanced(const void* symbol, std::size_t offset) {
  return static_cast<const char*>(symbol) + offset;
}

Rectangle row_to_symbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset) {
  return row(const_cast<void*>(advanced(symbol, offset)), from, bytes);
}

}  // namespace

extern "C" {

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, enum cudaMemcpyKind kind) {
  return copy(row(to, from, bytes), kind, nullptr, HostWaits::until_copied);
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream) {
  return copy(row(to, from, bytes), kind, stream, HostWaits::as_cuda_does);
}

cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                         size_t height, enum cudaMemcpyKind kind) {
  return copy({to, to_pitch, from, from_pitch, width, height}, kind, nullptr, HostWaits::until_copied);
}

cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                              size_t height, enum cudaMemcpyKind kind, cudaStream_t stream) {
  return copy({to, to_pitch, from, from_pitch, width, height}, kind, stream, HostWaits::as_cuda_does);
}

cudaError_t cudaMemset(void* device, int value, size_t bytes) {
  return set(device, bytes, value, bytes, 1, nullptr);
}

cudaError_t cudaMemsetAsync(void* device, int value, size_t bytes, cudaStream_t stream) {
  return set(device, bytes, value, bytes, 1, stream);
}

cudaError_t cudaMemset2D(void* device, size_t pitch, int value, size_t width, size_t height) {
  return set(device, pitch, value, width, height, nullptr);
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset,
                               enum cudaMemcpyKind kind) {
  return copy(row_to_symbol(symbol, from, bytes, offset), kind, nullptr, HostWaits::until_copied,
              Symbol::target);
}

cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset,
                                 enum cudaMemcpyKind kind) {
  return copy(row(to, advanced(symbol, offset), bytes), kind, nullptr, HostWaits::until_copied,
              Symbol::source);
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes, size_t offset,
                                    enum cudaMemcpyKind kind, cudaStream_t stream) {
  return copy(row_to_symbol(symbol, from, bytes, offset), kind, stream, HostWaits::as_cuda_does,
              Symbol::target);
}

cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream) {
  return copy(row(to, advanced(symbol, offset), bytes), kind, stream, HostWaits::as_cuda_does,
              Symbol::source);
}

}  // extern "C"
