// The driver API: devices, contexts, memory and copies. Its handles are the runtime API's.
#include "cuda.h"

#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <vector>

#include "emulation/runtime/copies.h"
#include "emulation/runtime/device_memory.h"
#include "emulation/runtime/devices.h"
#include "emulation/runtime/driver_calls.h"
#include "emulation/runtime/last_error.h"

struct CUctx_st {
  int device;
  bool primary;
  unsigned flags;
  unsigned retained;
};

namespace gridmark::emulation {
namespace {

bool initialised = false;
thread_local std::vector<CUcontext> stack;

CUctx_st& primary_context(int device) {
  static auto* contexts = new std::map<int, CUctx_st>;
  CUctx_st& context = (*contexts)[device];
  context.device = device;
  context.primary = true;
  return context;
}

std::map<CUcontext, std::unique_ptr<CUctx_st>>& created() {
  static auto* contexts = new std::map<CUcontext, std::unique_ptr<CUctx_st>>;
  return *contexts;
}

bool is_context(CUcontext context) { return created().count(context) || (context && context->primary); }

void make_current(CUcontext context) {
  if (context) current_device() = context->device;
}

CUresult explain_modules() {
  std::fflush(stdout);
  std::fputs(
      "gridmark: modules of PTX or machine code are for a real device: compile the kernel with the program "
      "and get its CUfunction with cudaGetFuncBySymbol\n",
      stderr);
  return CUDA_ERROR_NO_BINARY_FOR_GPU;
}

CUresult fill(CUdeviceptr device, unsigned value, unsigned element, size_t count, CUstream stream) {
  const cudaMemsetParams parameters = {to_pointer(device), count * element, value, element, count, 1};
  return driver_result([&] { return set(parameters, count * element, 1, stream); });
}

}  // namespace

CUresult driver_code(cudaError_t error) {
  switch (static_cast<int>(error)) {
#define GRIDMARK_CODE(name, number, text) \
  case number:                            \
    return name;
    GRIDMARK_DRIVER_ERRORS(GRIDMARK_CODE)
#undef GRIDMARK_CODE
    case cudaErrorInvalidDeviceFunction:
      return CUDA_ERROR_INVALID_HANDLE;
  }
  return CUDA_ERROR_INVALID_VALUE;
}

}  // namespace gridmark::emulation

using namespace gridmark::emulation;

extern "C" {

CUresult cuInit(unsigned int flags) {
  if (flags) return CUDA_ERROR_INVALID_VALUE;
  initialised = true;
  return CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int* version) {
  return driver_result([&] { return cudaDriverGetVersion(version); });
}

CUresult cuGetErrorName(CUresult error, const char** name) {
  if (!name) return CUDA_ERROR_INVALID_VALUE;
  switch (error) {
#define GRIDMARK_NAME(code, number, text) \
  case code:                              \
    *name = #code;                        \
    return CUDA_SUCCESS;
    GRIDMARK_DRIVER_ERRORS(GRIDMARK_NAME)
#undef GRIDMARK_NAME
  }
  *name = nullptr;
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char** text) {
  if (!text) return CUDA_ERROR_INVALID_VALUE;
  switch (error) {
#define GRIDMARK_TEXT(code, number, words) \
  case code:                               \
    *text = words;                         \
    return CUDA_SUCCESS;
    GRIDMARK_DRIVER_ERRORS(GRIDMARK_TEXT)
#undef GRIDMARK_TEXT
  }
  *text = nullptr;
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  if (!initialised) return CUDA_ERROR_NOT_INITIALIZED;
  if (!device) return CUDA_ERROR_INVALID_VALUE;
  if (!is_device(ordinal)) return CUDA_ERROR_INVALID_DEVICE;
  *device = ordinal;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int* count) {
  if (!initialised) return CUDA_ERROR_NOT_INITIALIZED;
  return driver_result([&] { return cudaGetDeviceCount(count); });
}

CUresult cuDeviceGetName(char* name, int length, CUdevice device) {
  if (!name || length < 1) return CUDA_ERROR_INVALID_VALUE;
  cudaDeviceProp properties;
  const CUresult result = driver_result([&] { return cudaGetDeviceProperties(&properties, device); });
  if (result == CUDA_SUCCESS) std::snprintf(name, static_cast<size_t>(length), "%s", properties.name);
  return result;
}

CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice device) {
  if (!uuid) return CUDA_ERROR_INVALID_VALUE;
  cudaDeviceProp properties;
  const CUresult result = driver_result([&] { return cudaGetDeviceProperties(&properties, device); });
  if (result == CUDA_SUCCESS) *uuid = properties.uuid;
  return result;
}

CUresult cuDeviceTotalMem(size_t* bytes, CUdevice device) {
  if (!bytes) return CUDA_ERROR_INVALID_VALUE;
  cudaDeviceProp properties;
  const CUresult result = driver_result([&] { return cudaGetDeviceProperties(&properties, device); });
  if (result == CUDA_SUCCESS) *bytes = properties.totalGlobalMem;
  return result;
}

CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
  return driver_result(
      [&] { return cudaDeviceGetAttribute(value, static_cast<cudaDeviceAttr>(attribute), device); });
}

CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device) {
  const CUresult result = cuDeviceGetAttribute(major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
  return result != CUDA_SUCCESS
             ? result
             : cuDeviceGetAttribute(minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
}

CUresult cuDeviceGetPCIBusId(char* text, int length, CUdevice device) {
  return driver_result([&] { return cudaDeviceGetPCIBusId(text, length, device); });
}
CUresult cuDeviceGetByPCIBusId(CUdevice* device, const char* text) {
  return driver_result([&] { return cudaDeviceGetByPCIBusId(device, text); });
}
CUresult cuDeviceCanAccessPeer(int* can, CUdevice device, CUdevice peer) {
  return driver_result([&] { return cudaDeviceCanAccessPeer(can, device, peer); });
}

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  const DeviceLock lock(device_mutex());
  if (!context) return CUDA_ERROR_INVALID_VALUE;
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  CUctx_st& primary = primary_context(device);
  ++primary.retained;
  *context = &primary;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
  const DeviceLock lock(device_mutex());
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  CUctx_st& primary = primary_context(device);
  if (primary.retained == 0) return CUDA_ERROR_INVALID_CONTEXT;
  --primary.retained;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxReset(CUdevice device) {
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  const int before = current_device();
  current_device() = device;
  const CUresult result = driver_result([] { return cudaDeviceReset(); });
  current_device() = before;
  return result;
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags) {
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  primary_context(device).flags = flags;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int* flags, int* active) {
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  if (!flags || !active) return CUDA_ERROR_INVALID_VALUE;
  *flags = primary_context(device).flags;
  *active = primary_context(device).retained > 0;
  return CUDA_SUCCESS;
}

CUresult gridmark_context_create(CUcontext* context, unsigned int flags, CUdevice device) {
  const DeviceLock lock(device_mutex());
  if (!initialised) return CUDA_ERROR_NOT_INITIALIZED;
  if (!context) return CUDA_ERROR_INVALID_VALUE;
  if (!is_device(device)) return CUDA_ERROR_INVALID_DEVICE;
  auto made = std::make_unique<CUctx_st>(CUctx_st{device, false, flags, 1});
  *context = made.get();
  created()[*context] = std::move(made);
  stack.push_back(*context);
  make_current(*context);
  return CUDA_SUCCESS;
}

CUresult cuCtxDestroy(CUcontext context) {
  const DeviceLock lock(device_mutex());
  if (!created().count(context)) return CUDA_ERROR_INVALID_CONTEXT;
  if (!stack.empty() && stack.back() == context) stack.pop_back();
  created().erase(context);
  return CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent(CUcontext context) {
  const DeviceLock lock(device_mutex());
  if (!is_context(context)) return CUDA_ERROR_INVALID_CONTEXT;
  stack.push_back(context);
  make_current(context);
  return CUDA_SUCCESS;
}

CUresult cuCtxPopCurrent(CUcontext* context) {
  if (stack.empty()) return CUDA_ERROR_INVALID_CONTEXT;
  if (context) *context = stack.back();
  stack.pop_back();
  if (!stack.empty()) make_current(stack.back());
  return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext context) {
  if (!stack.empty()) stack.pop_back();
  return context ? cuCtxPushCurrent(context) : CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext* context) {
  if (!context) return CUDA_ERROR_INVALID_VALUE;
  *context = stack.empty() ? nullptr : stack.back();
  return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice* device) {
  if (!device) return CUDA_ERROR_INVALID_VALUE;
  if (stack.empty()) return CUDA_ERROR_INVALID_CONTEXT;
  *device = stack.back()->device;
  return CUDA_SUCCESS;
}

CUresult cuCtxGetFlags(unsigned int* flags) {
  if (!flags) return CUDA_ERROR_INVALID_VALUE;
  if (stack.empty()) return CUDA_ERROR_INVALID_CONTEXT;
  *flags = stack.back()->flags;
  return CUDA_SUCCESS;
}

CUresult cuCtxGetApiVersion(CUcontext, unsigned int* version) {
  if (!version) return CUDA_ERROR_INVALID_VALUE;
  *version = 3020;
  return CUDA_SUCCESS;
}

CUresult cuCtxSynchronize(void) {
  return driver_result([] { return cudaDeviceSynchronize(); });
}
CUresult cuCtxSetLimit(CUlimit limit, size_t value) {
  return driver_result([&] { return cudaDeviceSetLimit(static_cast<cudaLimit>(limit), value); });
}
CUresult cuCtxGetLimit(size_t* value, CUlimit limit) {
  return driver_result([&] { return cudaDeviceGetLimit(value, static_cast<cudaLimit>(limit)); });
}
CUresult cuCtxSetCacheConfig(CUfunc_cache config) {
  return driver_result([&] { return cudaDeviceSetCacheConfig(static_cast<cudaFuncCache>(config)); });
}
CUresult cuCtxGetStreamPriorityRange(int* least, int* greatest) {
  return driver_result([&] { return cudaDeviceGetStreamPriorityRange(least, greatest); });
}
CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned int flags) {
  if (!is_context(peer)) return CUDA_ERROR_INVALID_CONTEXT;
  return driver_result([&] { return cudaDeviceEnablePeerAccess(peer->device, flags); });
}
CUresult cuCtxDisablePeerAccess(CUcontext peer) {
  if (!is_context(peer)) return CUDA_ERROR_INVALID_CONTEXT;
  return driver_result([&] { return cudaDeviceDisablePeerAccess(peer->device); });
}

CUresult cuModuleLoad(CUmodule*, const char*) { return explain_modules(); }
CUresult cuModuleLoadData(CUmodule*, const void*) { return explain_modules(); }
CUresult cuModuleLoadDataEx(CUmodule*, const void*, unsigned int, CUjit_option*, void**) {
  return explain_modules();
}
CUresult cuModuleLoadFatBinary(CUmodule*, const void*) { return explain_modules(); }
CUresult cuModuleUnload(CUmodule) { return CUDA_ERROR_INVALID_HANDLE; }
CUresult cuModuleGetFunction(CUfunction*, CUmodule, const char*) { return CUDA_ERROR_INVALID_HANDLE; }
CUresult cuModuleGetGlobal(CUdeviceptr*, size_t*, CUmodule, const char*) { return CUDA_ERROR_INVALID_HANDLE; }
CUresult cuLinkCreate(unsigned int, CUjit_option*, void**, CUlinkState*) { return explain_modules(); }

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
