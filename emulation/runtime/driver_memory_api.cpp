// The driver API: memory, copies and fills.
#include "cuda.h"

#include "emulation/runtime/copies.h"
#include "emulation/runtime/device_memory.h"
#include "emulation/runtime/devices.h"
#include "emulation/runtime/driver_calls.h"
#include "emulation/runtime/last_error.h"

namespace gridmark::emulation {
namespace {

CUresult fill(CUdeviceptr device, unsigned value, unsigned element, size_t count, CUstream stream) {
  const cudaMemsetParams parameters = {to_pointer(device), count * element, value, element, count, 1};
  return driver_result([&] { return set(parameters, count * element, 1, stream); });
}

}  // namespace
}  // namespace gridmark::emulation

using namespace gridmark::emulation;

extern "C" {

CUresult cuMemGetInfo(size_t* free_bytes, size_t* total_bytes) {
  return driver_result([&] { return cudaMemGetInfo(free_bytes, total_bytes); });
}

CUresult cuMemAlloc(CUdeviceptr* device, size_t bytes) {
  if (!device || !bytes) return CUDA_ERROR_INVALID_VALUE;
  return driver_result([&] { return gridmark_malloc(reinterpret_cast<void**>(device), bytes); });
}

CUresult cuMemAllocPitch(CUdeviceptr* device, size_t* pitch, size_t width, size_t height,
                         unsigned int element) {
  if (!device || (element != 4 && element != 8 && element != 16)) return CUDA_ERROR_INVALID_VALUE;
  return driver_result(
      [&] { return gridmark_malloc_pitch(reinterpret_cast<void**>(device), pitch, width, height); });
}

CUresult cuMemAllocManaged(CUdeviceptr* device, size_t bytes, unsigned int flags) {
  if (!device) return CUDA_ERROR_INVALID_VALUE;
  return driver_result(
      [&] { return gridmark_malloc_managed(reinterpret_cast<void**>(device), bytes, flags); });
}

CUresult cuMemAllocAsync(CUdeviceptr* device, size_t bytes, CUstream stream) {
  if (!device) return CUDA_ERROR_INVALID_VALUE;
  return driver_result(
      [&] { return gridmark_malloc_async(reinterpret_cast<void**>(device), bytes, stream); });
}

CUresult cuMemFreeAsync(CUdeviceptr device, CUstream stream) {
  return driver_result([&] { return cudaFreeAsync(to_pointer(device), stream); });
}
CUresult cuMemFree(CUdeviceptr device) {
  if (!device) return CUDA_ERROR_INVALID_VALUE;
  return driver_result([&] { return cudaFree(to_pointer(device)); });
}

CUresult cuMemGetAddressRange(CUdeviceptr* start, size_t* bytes, CUdeviceptr device) {
  const DeviceLock lock(device_mutex());
  const DeviceAllocation* found = DeviceMemory::instance().find(to_pointer(device));
  if (!found) return CUDA_ERROR_NOT_FOUND;
  if (start) *start = found->address;
  if (bytes) *bytes = found->bytes;
  return CUDA_SUCCESS;
}

CUresult cuMemAllocHost(void** host, size_t bytes) {
  return driver_result([&] { return cudaMallocHost(host, bytes); });
}
CUresult cuMemHostAlloc(void** host, size_t bytes, unsigned int flags) {
  return driver_result([&] { return cudaHostAlloc(host, bytes, flags); });
}
CUresult cuMemFreeHost(void* host) {
  return driver_result([&] { return cudaFreeHost(host); });
}
CUresult cuMemHostRegister(void* host, size_t bytes, unsigned int flags) {
  return driver_result([&] { return cudaHostRegister(host, bytes, flags); });
}
CUresult cuMemHostUnregister(void* host) {
  return driver_result([&] { return cudaHostUnregister(host); });
}
CUresult cuMemHostGetDevicePointer(CUdeviceptr* device, void* host, unsigned int flags) {
  return driver_result(
      [&] { return cudaHostGetDevicePointer(reinterpret_cast<void**>(device), host, flags); });
}

CUresult cuPointerGetAttribute(void* value, CUpointer_attribute attribute, CUdeviceptr pointer) {
  if (!value) return CUDA_ERROR_INVALID_VALUE;
  cudaPointerAttributes known;
  const CUresult result =
      driver_result([&] { return cudaPointerGetAttributes(&known, to_pointer(pointer)); });
  if (result != CUDA_SUCCESS || known.type == cudaMemoryTypeUnregistered) return CUDA_ERROR_INVALID_VALUE;
  switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
      *static_cast<CUcontext*>(value) = &primary_context(known.device);
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      *static_cast<unsigned*>(value) =
          known.type == cudaMemoryTypeHost ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
      *static_cast<void**>(value) = known.devicePointer;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
      *static_cast<void**>(value) = known.hostPointer;
      return known.hostPointer ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
      *static_cast<unsigned*>(value) = known.type == cudaMemoryTypeManaged;
      return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
      *static_cast<int*>(value) = known.device;
      return CUDA_SUCCESS;
    default:
      return CUDA_ERROR_NOT_SUPPORTED;
  }
}

CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  return driver_result(
      [&] { return cudaMemcpy(to_pointer(to), to_pointer(from), bytes, cudaMemcpyDefault); });
}
CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
  return driver_result(
      [&] { return cudaMemcpyAsync(to_pointer(to), to_pointer(from), bytes, cudaMemcpyDefault, stream); });
}
CUresult cuMemcpyHtoD(CUdeviceptr to, const void* from, size_t bytes) {
  return driver_result([&] { return cudaMemcpy(to_pointer(to), from, bytes, cudaMemcpyHostToDevice); });
}
CUresult cuMemcpyDtoH(void* to, CUdeviceptr from, size_t bytes) {
  return driver_result([&] { return cudaMemcpy(to, to_pointer(from), bytes, cudaMemcpyDeviceToHost); });
}
CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  return driver_result(
      [&] { return cudaMemcpy(to_pointer(to), to_pointer(from), bytes, cudaMemcpyDeviceToDevice); });
}
CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void* from, size_t bytes, CUstream stream) {
  return driver_result(
      [&] { return cudaMemcpyAsync(to_pointer(to), from, bytes, cudaMemcpyHostToDevice, stream); });
}
CUresult cuMemcpyDtoHAsync(void* to, CUdeviceptr from, size_t bytes, CUstream stream) {
  return driver_result(
      [&] { return cudaMemcpyAsync(to, to_pointer(from), bytes, cudaMemcpyDeviceToHost, stream); });
}
CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
  return driver_result([&] {
    return cudaMemcpyAsync(to_pointer(to), to_pointer(from), bytes, cudaMemcpyDeviceToDevice, stream);
  });
}
CUresult cuMemcpyPeer(CUdeviceptr to, CUcontext, CUdeviceptr from, CUcontext, size_t bytes) {
  return cuMemcpy(to, from, bytes);
}

CUresult cuMemsetD8(CUdeviceptr device, unsigned char value, size_t count) {
  return fill(device, value, 1, count, nullptr);
}
CUresult cuMemsetD16(CUdeviceptr device, unsigned short value, size_t count) {
  return fill(device, value, 2, count, nullptr);
}
CUresult cuMemsetD32(CUdeviceptr device, unsigned int value, size_t count) {
  return fill(device, value, 4, count, nullptr);
}
CUresult cuMemsetD8Async(CUdeviceptr device, unsigned char value, size_t count, CUstream stream) {
  return fill(device, value, 1, count, stream);
}
CUresult cuMemsetD16Async(CUdeviceptr device, unsigned short value, size_t count, CUstream stream) {
  return fill(device, value, 2, count, stream);
}
CUresult cuMemsetD32Async(CUdeviceptr device, unsigned int value, size_t count, CUstream stream) {
  return fill(device, value, 4, count, stream);
}

}  // extern "C"
