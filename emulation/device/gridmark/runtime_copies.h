#pragma once
// Copies, fills, and __device__ variables by name.
#include "gridmark/languages.h"
#include "gridmark/memory_types.h"
#include "gridmark/runtime_types.h"

GRIDMARK_C_API_BEGIN
cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream GRIDMARK_DEFAULT(nullptr));
cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, size_t bytes);
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, size_t bytes,
                                cudaStream_t stream GRIDMARK_DEFAULT(nullptr));
cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                         size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                              size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream GRIDMARK_DEFAULT(nullptr));
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms* parameters);
cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms* parameters,
                              cudaStream_t stream GRIDMARK_DEFAULT(nullptr));
cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms* parameters);
cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms* parameters,
                                  cudaStream_t stream GRIDMARK_DEFAULT(nullptr));

// Arrays: x in bytes, y in rows.
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch,
                                size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch,
                                     size_t width, size_t height, enum cudaMemcpyKind kind,
                                     cudaStream_t stream GRIDMARK_DEFAULT(nullptr));
cudaError_t cudaMemcpy2DFromArray(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y,
                                  size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArrayAsync(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y,
                                       size_t width, size_t height, enum cudaMemcpyKind kind,
                                       cudaStream_t stream GRIDMARK_DEFAULT(nullptr));
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from,
                                     size_t from_x, size_t from_y, size_t width, size_t height,
                                     enum cudaMemcpyKind kind GRIDMARK_DEFAULT(cudaMemcpyDeviceToDevice));
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes,
                              enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes,
                                   enum cudaMemcpyKind kind, cudaStream_t stream GRIDMARK_DEFAULT(nullptr));
cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArrayAsync(void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                     enum cudaMemcpyKind kind, cudaStream_t stream GRIDMARK_DEFAULT(nullptr));

cudaError_t cudaMemset(void* device, int value, size_t bytes);
cudaError_t cudaMemsetAsync(void* device, int value, size_t bytes,
                            cudaStream_t stream GRIDMARK_DEFAULT(nullptr));
cudaError_t cudaMemset2D(void* device, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemset2DAsync(void* device, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream GRIDMARK_DEFAULT(nullptr));
cudaError_t cudaMemset3D(struct cudaPitchedPtr device, int value, struct cudaExtent extent);
cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr device, int value, struct cudaExtent extent,
                              cudaStream_t stream GRIDMARK_DEFAULT(nullptr));

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from, size_t bytes, size_t offset,
                               enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t bytes, size_t offset,
                                 enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from, size_t bytes, size_t offset,
                                    enum cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol, size_t bytes, size_t offset,
                                      enum cudaMemcpyKind kind, cudaStream_t stream);
GRIDMARK_C_API_END

#ifdef __cplusplus
namespace gridmark::emulation {
cudaError_t symbol_address(void** address, const void* symbol, size_t bytes);
/// Sets cudaErrorInvalidValue if the range is not inside the symbol.
cudaError_t check_symbol_range(size_t symbol_bytes, size_t bytes, size_t offset);
}  // namespace gridmark::emulation

template <class T>
GRIDMARK_API_WRAPPER cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, size_t bytes,
                                                    size_t offset = 0,
                                                    cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  const cudaError_t error = gridmark::emulation::check_symbol_range(sizeof symbol, bytes, offset);
  return error != cudaSuccess
             ? error
             : ::cudaMemcpyToSymbol(static_cast<const void*>(&symbol), from, bytes, offset, kind);
}
template <class T>
GRIDMARK_API_WRAPPER cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, size_t bytes,
                                                      size_t offset = 0,
                                                      cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  const cudaError_t error = gridmark::emulation::check_symbol_range(sizeof symbol, bytes, offset);
  return error != cudaSuccess
             ? error
             : ::cudaMemcpyFromSymbol(to, static_cast<const void*>(&symbol), bytes, offset, kind);
}
template <class T>
GRIDMARK_API_WRAPPER cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, size_t bytes,
                                                         size_t offset = 0,
                                                         cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                                         cudaStream_t stream = nullptr) {
  const cudaError_t error = gridmark::emulation::check_symbol_range(sizeof symbol, bytes, offset);
  return error != cudaSuccess ? error
                              : ::cudaMemcpyToSymbolAsync(static_cast<const void*>(&symbol), from, bytes,
                                                          offset, kind, stream);
}
template <class T>
GRIDMARK_API_WRAPPER cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, size_t bytes,
                                                           size_t offset = 0,
                                                           cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                           cudaStream_t stream = nullptr) {
  const cudaError_t error = gridmark::emulation::check_symbol_range(sizeof symbol, bytes, offset);
  return error != cudaSuccess ? error
                              : ::cudaMemcpyFromSymbolAsync(to, static_cast<const void*>(&symbol), bytes,
                                                            offset, kind, stream);
}
template <class T>
cudaError_t cudaGetSymbolAddress(void** address, const T& symbol) {
  return gridmark::emulation::symbol_address(address, &symbol, sizeof symbol);
}
template <class T>
cudaError_t cudaGetSymbolSize(size_t* bytes, const T& symbol) {
  *bytes = sizeof symbol;
  return cudaSuccess;
}
#endif  // __cplusplus
