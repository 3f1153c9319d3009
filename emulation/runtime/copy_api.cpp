// cudaMemcpy, cudaMemset and their relatives.
#include "emulation/runtime/arrays.h"
#include "emulation/runtime/copies.h"
#include "emulation/runtime/devices.h"
#include "emulation/runtime/last_error.h"
#include "gridmark/runtime_api.h"

using namespace gridmark::emulation;

namespace {

const void* advanced(const void* symbol, std::size_t offset) {
  return static_cast<const char*>(symbol) + offset;
}

Box row_to_symbol(const void* symbol, const void* from, std::size_t bytes, std::size_t offset) {
  return row(const_cast<void*>(advanced(symbol, offset)), from, bytes);
}

cudaMemsetParams fill(void* device, std::size_t pitch, int value, std::size_t width, std::size_t height) {
  return {device, pitch, static_cast<unsigned>(value) & 0xffu, 1, width, height};
}

cudaError_t set_box(const cudaPitchedPtr& what, int value, const cudaExtent& extent, cudaStream_t stream) {
  return set(fill(what.ptr, what.pitch, value, extent.width, extent.height), what.pitch * what.ysize,
             extent.depth, stream);
}

cudaError_t copy_box(const cudaMemcpy3DParms* parameters, cudaStream_t stream, HostWaits waits) {
  const DeviceLock lock(device_mutex());
  if (!parameters) return remember(cudaErrorInvalidValue);
  Box box;
  if (const cudaError_t error = box_of(*parameters, &box); error != cudaSuccess) return remember(error);
  return copy(box, parameters->kind, stream, waits);
}

cudaError_t copy_box_between_devices(const cudaMemcpy3DPeerParms* given, cudaStream_t stream) {
  if (!given) return remember(cudaErrorInvalidValue);
  if (!is_device(given->srcDevice) || !is_device(given->dstDevice)) return remember(cudaErrorInvalidDevice);
  const cudaMemcpy3DParms parameters = {given->srcArray, given->srcPos, given->srcPtr, given->dstArray,
                                        given->dstPos,   given->dstPtr, given->extent, cudaMemcpyDefault};
  return copy_box(&parameters, stream, HostWaits::as_cuda_does);
}

cudaError_t copy_between_devices(void* to, int to_device, const void* from, int from_device, size_t bytes,
                                 cudaStream_t stream) {
  if (!is_device(to_device) || !is_device(from_device)) return remember(cudaErrorInvalidDevice);
  return copy(row(to, from, bytes), cudaMemcpyDefault, stream, HostWaits::as_cuda_does);
}

/// Bytes of an array from (x bytes, y rows) on, as rows of `width` bytes each.
cudaError_t array_rows(cudaArray_const_t array, std::size_t x, std::size_t y, std::size_t width,
                       std::size_t height, Strides* strides) {
  if (!is_array(array)) return cudaErrorInvalidResourceHandle;
  *strides = array->strides();
  if (x + width > strides->pitch || y + height > array->counted_extent().height) return cudaErrorInvalidValue;
  strides->start += y * strides->pitch + x;
  return cudaSuccess;
}

/// The same for `bytes` in a line that can span several rows.
cudaError_t array_line(cudaArray_const_t array, std::size_t x, std::size_t y, std::size_t bytes,
                       Strides* strides) {
  if (!is_array(array)) return cudaErrorInvalidResourceHandle;
  *strides = array->strides();
  const std::size_t offset = y * strides->pitch + x;
  if (offset + bytes > strides->slice) return cudaErrorInvalidValue;
  strides->start += offset;
  return cudaSuccess;
}

cudaError_t rows_to_array(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch, size_t width,
                          size_t height, cudaMemcpyKind kind, cudaStream_t stream, HostWaits waits) {
  const DeviceLock lock(device_mutex());
  Strides side;
  if (const cudaError_t error = array_rows(to, x, y, width, height, &side); error != cudaSuccess)
    return remember(error);
  return copy(rows(side.start, side.pitch, from, pitch, width, height), kind, stream, waits);
}

cudaError_t rows_from_array(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                            size_t height, cudaMemcpyKind kind, cudaStream_t stream, HostWaits waits) {
  const DeviceLock lock(device_mutex());
  Strides side;
  if (const cudaError_t error = array_rows(from, x, y, width, height, &side); error != cudaSuccess)
    return remember(error);
  return copy(rows(to, pitch, side.start, side.pitch, width, height), kind, stream, waits);
}

cudaError_t line_to_array(cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes,
                          cudaMemcpyKind kind, cudaStream_t stream, HostWaits waits) {
  const DeviceLock lock(device_mutex());
  Strides side;
  if (const cudaError_t error = array_line(to, x, y, bytes, &side); error != cudaSuccess)
    return remember(error);
  return copy(row(side.start, from, bytes), kind, stream, waits);
}

cudaError_t line_from_array(void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                            cudaMemcpyKind kind, cudaStream_t stream, HostWaits waits) {
  const DeviceLock lock(device_mutex());
  Strides side;
  if (const cudaError_t error = array_line(from, x, y, bytes, &side); error != cudaSuccess)
    return remember(error);
  return copy(row(to, side.start, bytes), kind, stream, waits);
}

}  // namespace

extern "C" {

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, enum cudaMemcpyKind kind) {
  return copy(row(to, from, bytes), kind, nullptr, HostWaits::until_copied, Symbol::neither, "cudaMemcpy");
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream) {
  return copy(row(to, from, bytes), kind, stream, HostWaits::as_cuda_does, Symbol::neither,
              "cudaMemcpyAsync");
}

cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, size_t bytes) {
  return copy_between_devices(to, to_device, from, from_device, bytes, nullptr);
}

cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, size_t bytes,
                                cudaStream_t stream) {
  return copy_between_devices(to, to_device, from, from_device, bytes, stream);
}

cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                         size_t height, enum cudaMemcpyKind kind) {
  if (width > to_pitch || width > from_pitch) return remember(cudaErrorInvalidPitchValue);
  return copy(rows(to, to_pitch, from, from_pitch, width, height), kind, nullptr, HostWaits::until_copied,
              Symbol::neither, "cudaMemcpy2D");
}

cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                              size_t height, enum cudaMemcpyKind kind, cudaStream_t stream) {
  if (width > to_pitch || width > from_pitch) return remember(cudaErrorInvalidPitchValue);
  return copy(rows(to, to_pitch, from, from_pitch, width, height), kind, stream, HostWaits::as_cuda_does,
              Symbol::neither, "cudaMemcpy2DAsync");
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms* parameters) {
  return copy_box(parameters, nullptr, HostWaits::until_copied);
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms* parameters, cudaStream_t stream) {
  return copy_box(parameters, stream, HostWaits::as_cuda_does);
}

cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms* parameters) {
  return copy_box_between_devices(parameters, nullptr);
}

cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms* parameters, cudaStream_t stream) {
  return copy_box_between_devices(parameters, stream);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch,
                                size_t width, size_t height, enum cudaMemcpyKind kind) {
  return rows_to_array(to, x, y, from, pitch, width, height, kind, nullptr, HostWaits::until_copied);
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch,
                                     size_t width, size_t height, enum cudaMemcpyKind kind,
                                     cudaStream_t stream) {
  return rows_to_array(to, x, y, from, pitch, width, height, kind, stream, HostWaits::as_cuda_does);
}

cudaError_t cudaMemcpy2DFromArray(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y,
                                  size_t width, size_t height, enum cudaMemcpyKind kind) {
  return rows_from_array(to, pitch, from, x, y, width, height, kind, nullptr, HostWaits::until_copied);
}

cudaError_t cudaMemcpy2DFromArrayAsync(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y,
                                       size_t width, size_t height, enum cudaMemcpyKind kind,
                                       cudaStream_t stream) {
  return rows_from_array(to, pitch, from, x, y, width, height, kind, stream, HostWaits::as_cuda_does);
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from,
                                     size_t from_x, size_t from_y, size_t width, size_t height,
                                     enum cudaMemcpyKind kind) {
  const DeviceLock lock(device_mutex());
  Strides side;
  if (const cudaError_t error = array_rows(from, from_x, from_y, width, height, &side); error != cudaSuccess)
    return remember(error);
  return rows_to_array(to, to_x, to_y, side.start, side.pitch, width, height, kind, nullptr,
                       HostWaits::until_copied);
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes,
                              enum cudaMemcpyKind kind) {
  return line_to_array(to, x, y, from, bytes, kind, nullptr, HostWaits::until_copied);
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from, size_t bytes,
                                   enum cudaMemcpyKind kind, cudaStream_t stream) {
  return line_to_array(to, x, y, from, bytes, kind, stream, HostWaits::as_cuda_does);
}

cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                enum cudaMemcpyKind kind) {
  return line_from_array(to, from, x, y, bytes, kind, nullptr, HostWaits::until_copied);
}

cudaError_t cudaMemcpyFromArrayAsync(void* to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                     enum cudaMemcpyKind kind, cudaStream_t stream) {
  return line_from_array(to, from, x, y, bytes, kind, stream, HostWaits::as_cuda_does);
}

cudaError_t cudaMemset(void* device, int value, size_t bytes) {
  return set(fill(device, bytes, value, bytes, 1), bytes, 1, nullptr, "cudaMemset");
}

cudaError_t cudaMemsetAsync(void* device, int value, size_t bytes, cudaStream_t stream) {
  return set(fill(device, bytes, value, bytes, 1), bytes, 1, stream, "cudaMemsetAsync");
}

cudaError_t cudaMemset2D(void* device, size_t pitch, int value, size_t width, size_t height) {
  return set(fill(device, pitch, value, width, height), pitch * height, 1, nullptr, "cudaMemset2D");
}

cudaError_t cudaMemset2DAsync(void* device, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream) {
  return set(fill(device, pitch, value, width, height), pitch * height, 1, stream);
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr what, int value, struct cudaExtent extent) {
  return set_box(what, value, extent, nullptr);
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr what, int value, struct cudaExtent extent,
                              cudaStream_t stream) {
  return set_box(what, value, extent, stream);
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
