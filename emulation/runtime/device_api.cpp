// Devices: selection, waiting, settings, and relations between two of them.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "emulation/runtime/arrays.h"
#include "emulation/runtime/capture.h"
#include "emulation/runtime/device_heap.h"
#include "emulation/runtime/device_profile.h"
#include "emulation/runtime/devices.h"
#include "emulation/runtime/free_everything.h"
#include "emulation/runtime/last_error.h"
#include "emulation/runtime/pools.h"
#include "emulation/runtime/streams.h"
#include "gridmark/runtime_api.h"

namespace gridmark::emulation {
namespace {

constexpr int limit_count = sizeof DeviceSettings::limits / sizeof DeviceSettings::limits[0];
constexpr unsigned known_flags =
    cudaDeviceScheduleMask | cudaDeviceMapHost | cudaDeviceLmemResizeToMax | cudaDeviceSyncMemops;

bool flags_are_valid(unsigned flags) {
  const unsigned schedule = flags & cudaDeviceScheduleMask;
  const bool one = schedule == 0 || schedule == cudaDeviceScheduleSpin ||
                   schedule == cudaDeviceScheduleYield || schedule == cudaDeviceScheduleBlockingSync;
  return !(flags & ~known_flags) && one;
}

/// Stores one of the current device's settings.
template <class T, class Find>
cudaError_t tell(T* value, Find find) {
  const DeviceLock lock(device_mutex());
  if (!value) return remember(cudaErrorInvalidValue);
  *value = find(settings_of(current_device()));
  return cudaSuccess;
}

}  // namespace
}  // namespace gridmark::emulation

using namespace gridmark::emulation;

extern "C" {

cudaError_t cudaDeviceSynchronize() {
  const DeviceLock lock(device_mutex());
  if (const cudaError_t error = refuse_unsafe_call(); error != cudaSuccess) return remember(error);
  Streams::instance().wait_for_device(current_device(), "cudaDeviceSynchronize");
  trim_pools(current_device());
  return with_faults(cudaSuccess);
}

cudaError_t cudaDeviceReset() {
  const DeviceLock lock(device_mutex());
  Streams::instance().wait_for_device(current_device());
  free_everything(__builtin_return_address(0));
  DeviceHeap::instance().reset();
  reset_settings(current_device());
  forget_sticky_error();
  forget_last_error();
  return cudaSuccess;
}

cudaError_t cudaGetDevice(int* device) {
  if (!device) return remember(cudaErrorInvalidValue);
  *device = current_device();
  return is_device(current_device()) ? cudaSuccess : remember(no_such_device());
}

cudaError_t cudaSetDevice(int device) {
  if (!is_device(device)) return remember(no_such_device());
  current_device() = device;
  return cudaSuccess;
}

cudaError_t cudaInitDevice(int device, unsigned int device_flags, unsigned int flags) {
  if (!is_device(device)) return remember(no_such_device());
  if (flags & ~unsigned{cudaInitDeviceFlagsAreValid}) return remember(cudaErrorInvalidValue);
  const DeviceLock lock(device_mutex());
  if (flags & cudaInitDeviceFlagsAreValid) {
    if (!flags_are_valid(device_flags)) return remember(cudaErrorInvalidValue);
    settings_of(device).flags = device_flags;
  }
  return cudaSuccess;
}

cudaError_t cudaSetValidDevices(int* devices, int count) {
  if (!devices || count < 0) return remember(cudaErrorInvalidValue);
  return std::all_of(devices, devices + count, is_device) ? cudaSuccess : remember(cudaErrorInvalidDevice);
}

cudaError_t cudaGetDeviceCount(int* count) {
  if (!count) return remember(cudaErrorInvalidValue);
  *count = device_count();
  return *count > 0 ? cudaSuccess : remember(cudaErrorNoDevice);
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device) {
  constexpr int needed = sizeof "0000:00:00.0";
  if (!text || length < needed) return remember(cudaErrorInvalidValue);
  if (!is_device(device)) return remember(no_such_device());
  std::snprintf(text, static_cast<std::size_t>(length), "0000:%02X:00.0", (device + 1) & 0xff);
  return cudaSuccess;
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text) {
  if (!device || !text) return remember(cudaErrorInvalidValue);
  unsigned domain = 0, bus = 0, slot = 0, function = 0;
  const bool has_domain = std::sscanf(text, "%x:%x:%x.%x", &domain, &bus, &slot, &function) >= 3;
  if (!has_domain && std::sscanf(text, "%x:%x.%x", &bus, &slot, &function) < 2)
    return remember(cudaErrorInvalidValue);
  if (domain || slot || function || !is_device(static_cast<int>(bus) - 1)) return remember(no_such_device());
  *device = static_cast<int>(bus) - 1;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetLimit(size_t* value, enum cudaLimit limit) {
  if (limit < 0 || limit >= limit_count) return remember(cudaErrorUnsupportedLimit);
  return tell(value, [&](const DeviceSettings& settings) { return settings.limits[limit]; });
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value) {
  const DeviceLock lock(device_mutex());
  if (limit < 0 || limit >= limit_count) return remember(cudaErrorUnsupportedLimit);
  if (limit == cudaLimitMallocHeapSize) {
    if (DeviceHeap::instance().is_in_use()) return remember(cudaErrorInvalidValue);
    if (value > std::min(most_heap_bytes, DeviceMemory::instance().capacity()))
      return remember(cudaErrorMemoryAllocation);
  }
  settings_of(current_device()).limits[limit] = value;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache* config) {
  return tell(config, [](const DeviceSettings& settings) { return settings.cache; });
}
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config) {
  if (config < cudaFuncCachePreferNone || config > cudaFuncCachePreferEqual)
    return remember(cudaErrorInvalidValue);
  const DeviceLock lock(device_mutex());
  settings_of(current_device()).cache = config;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig* config) {
  return tell(config, [](const DeviceSettings& settings) { return settings.banks; });
}
/// Banks stay four bytes wide, as on every device since compute capability 5.0.
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config) {
  const bool known = config >= cudaSharedMemBankSizeDefault && config <= cudaSharedMemBankSizeEightByte;
  return known ? cudaSuccess : remember(cudaErrorInvalidValue);
}

cudaError_t cudaSetDeviceFlags(unsigned int flags) {
  if (!flags_are_valid(flags)) return remember(cudaErrorInvalidValue);
  const DeviceLock lock(device_mutex());
  settings_of(current_device()).flags = flags;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceFlags(unsigned int* flags) {
  return tell(flags, [](const DeviceSettings& settings) { return settings.flags | cudaDeviceMapHost; });
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  if (!can) return remember(cudaErrorInvalidValue);
  if (!is_device(device) || !is_device(peer)) return remember(no_such_device());
  *can = device != peer;
  return cudaSuccess;
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags) {
  const DeviceLock lock(device_mutex());
  if (flags) return remember(cudaErrorInvalidValue);
  if (!is_device(peer) || peer == current_device()) return remember(no_such_device());
  const bool is_new = settings_of(current_device()).peers.insert(peer).second;
  return is_new ? cudaSuccess : remember(cudaErrorPeerAccessAlreadyEnabled);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  const DeviceLock lock(device_mutex());
  if (!is_device(peer)) return remember(no_such_device());
  const bool was_there = settings_of(current_device()).peers.erase(peer) > 0;
  return was_there ? cudaSuccess : remember(cudaErrorPeerAccessNotEnabled);
}

cudaError_t cudaDeviceGetP2PAttribute(int* value, enum cudaDeviceP2PAttr attribute, int from, int to) {
  if (!value) return remember(cudaErrorInvalidValue);
  if (!is_device(from) || !is_device(to) || from == to) return remember(no_such_device());
  switch (attribute) {
    case cudaDevP2PAttrPerformanceRank:
    case cudaDevP2PAttrOnlyPartialNativeAtomicSupported:
      *value = 0;
      return cudaSuccess;
    case cudaDevP2PAttrAccessSupported:
    case cudaDevP2PAttrNativeAtomicSupported:
    case cudaDevP2PAttrCudaArrayAccessSupported:
      *value = 1;
      return cudaSuccess;
  }
  return remember(cudaErrorInvalidValue);
}

static cudaError_t give_version(int* version) {
  if (!version) return remember(cudaErrorInvalidValue);
  *version = runtime_version;
  return cudaSuccess;
}
cudaError_t cudaDriverGetVersion(int* version) { return give_version(version); }
cudaError_t cudaRuntimeGetVersion(int* version) { return give_version(version); }

cudaError_t cudaProfilerStart() { return cudaSuccess; }
cudaError_t cudaProfilerStop() { return cudaSuccess; }
cudaError_t cudaCtxResetPersistingL2Cache() { return cudaSuccess; }

}  // extern "C"
