// The driver API: devices and contexts. Its handles are the runtime API's.
#include "cuda.h"

#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <vector>

#include "emulation/runtime/devices.h"
#include "emulation/runtime/driver_calls.h"
#include "emulation/runtime/last_error.h"
#include "emulation/runtime/streams.h"

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

std::map<CUcontext, std::unique_ptr<CUctx_st>>& created() {
  static auto* contexts = new std::map<CUcontext, std::unique_ptr<CUctx_st>>;
  return *contexts;
}

bool is_context(CUcontext context) { return created().count(context) || (context && context->primary); }

void make_current(CUcontext context) {
  if (context) current_device() = context->device;
}

/// Attributes that the runtime API has no name for: mapped memory, handles for other processes, multicast.
/// None of these is supported.
bool of_the_driver_alone(CUdevice_attribute attribute) {
  return attribute == CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED ||
         (attribute >= CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED &&
          attribute <= CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED) ||
         attribute == CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED ||
         attribute == CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED;
}

}  // namespace

CUctx_st& primary_context(int device) {
  static auto* contexts = new std::map<int, CUctx_st>;
  CUctx_st& context = (*contexts)[device];
  context.device = device;
  context.primary = true;
  return context;
}

CUresult driver_code(cudaError_t error) {
  switch (static_cast<int>(error)) {
#define GRIDMARK_CODE(name, number) \
  case number:                      \
    return name;
    GRIDMARK_DRIVER_ERRORS(GRIDMARK_CODE)
#undef GRIDMARK_CODE
    case cudaErrorInvalidDeviceFunction:
      return CUDA_ERROR_INVALID_HANDLE;
  }
  return CUDA_ERROR_INVALID_VALUE;
}

namespace {

const char* name_of(CUresult error) {
  switch (error) {
#define GRIDMARK_NAME(name, number) \
  case name:                        \
    return #name;
    GRIDMARK_DRIVER_ERRORS(GRIDMARK_NAME)
#undef GRIDMARK_NAME
  }
  return nullptr;
}

/// The runtime's text, and the text for the two results without a runtime code.
const char* words_of(CUresult error) {
  if (error == CUDA_ERROR_CONTEXT_ALREADY_CURRENT) return "context already current";
  if (error == CUDA_ERROR_KEY_ROTATION) return "key rotation";
  return cudaGetErrorString(static_cast<cudaError_t>(error));
}

}  // namespace
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
  *name = name_of(error);
  return *name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char** text) {
  if (!text) return CUDA_ERROR_INVALID_VALUE;
  *text = name_of(error) ? words_of(error) : nullptr;
  return *text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
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
  if (value && is_device(device) && of_the_driver_alone(attribute)) return *value = 0, CUDA_SUCCESS;
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

}  // extern "C"
