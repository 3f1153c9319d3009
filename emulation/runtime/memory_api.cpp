// Allocating: cudaMalloc and its relatives.
#include <cstring>

#include "emulation/engine/observer.h"
#include "emulation/runtime/device_memory.h"
#include "emulation/runtime/free_everything.h"
#include "emulation/runtime/host_memory.h"
#include "emulation/runtime/last_error.h"
#include "emulation/runtime/ledger.h"
#include "emulation/runtime/streams.h"
#include "emulation/runtime/symbols.h"
#include "gridmark/runtime_api.h"

namespace gridmark::emulation {
namespace {

cudaError_t allocate(void** device, std::size_t bytes, bool managed, const void* caller) {
  if (!device) return remember(cudaErrorInvalidValue);
  const DeviceLock lock(device_mutex());
  if (sticky_error() != cudaSuccess) return sticky_error();
  *device = nullptr;
  if (bytes == 0) return managed ? remember(cudaErrorInvalidValue) : cudaSuccess;
  *device = DeviceMemory::instance().allocate(bytes, managed, caller);
  if (!*device) return remember(cudaErrorMemoryAllocation);
  note_allocation(bytes);
  if (observer) observer->allocated(*device, bytes);
  return cudaSuccess;
}

cudaError_t allocate_host(void** host, std::size_t bytes) {
  if (!host) return remember(cudaErrorInvalidValue);
  const DeviceLock lock(device_mutex());
  *host = bytes ? HostMemory::instance().allocate(bytes) : nullptr;
  return *host || !bytes ? cudaSuccess : remember(cudaErrorMemoryAllocation);
}

void note_freed(const DeviceAllocation& allocation) {
  note_release(allocation.bytes);
  if (observer) observer->freed(reinterpret_cast<void*>(allocation.address), allocation.bytes);
}

}  // namespace

void free_everything() {
  for (const auto& [address, allocation] : DeviceMemory::instance().live()) note_freed(allocation);
  DeviceMemory::instance().release_all();
}

}  // namespace gridmark::emulation

using namespace gridmark::emulation;

extern "C" {

cudaError_t gridmark_malloc(void** device, size_t bytes) {
  return allocate(device, bytes, false, __builtin_return_address(0));
}

cudaError_t gridmark_malloc_managed(void** memory, size_t bytes) {
  return allocate(memory, bytes, true, __builtin_return_address(0));
}

cudaError_t gridmark_malloc_pitch(void** device, size_t* pitch, size_t width, size_t height) {
  constexpr std::size_t pitch_alignment = 512;
  if (!pitch || (height && width > SIZE_MAX / 2 / height)) return remember(cudaErrorInvalidValue);
  *pitch = (width + pitch_alignment - 1) / pitch_alignment * pitch_alignment;
  return allocate(device, *pitch * height, false, __builtin_return_address(0));
}

cudaError_t cudaFree(void* device) {
  const DeviceLock lock(device_mutex());
  if (!device) return cudaSuccess;
  Streams::instance().complete_all();
  DeviceMemory& memory = DeviceMemory::instance();
  const DeviceAllocation* found = memory.find(device);
  if (!found || found->address != reinterpret_cast<std::uintptr_t>(device)) {
    if (observer) observer->bad_free(device, __builtin_return_address(0));
    return remember(cudaErrorInvalidValue);
  }
  note_freed(*found);
  memory.release(device, __builtin_return_address(0));
  return with_faults(cudaSuccess);
}

cudaError_t cudaMallocHost(void** host, size_t bytes, unsigned int) { return allocate_host(host, bytes); }
cudaError_t cudaHostAlloc(void** host, size_t bytes, unsigned int) { return allocate_host(host, bytes); }

cudaError_t cudaFreeHost(void* host) {
  const DeviceLock lock(device_mutex());
  if (!host) return cudaSuccess;
  Streams::instance().complete_all();
  return HostMemory::instance().release(host) ? cudaSuccess : remember(cudaErrorInvalidValue);
}

cudaError_t cudaHostRegister(void* host, size_t bytes, unsigned int) {
  const DeviceLock lock(device_mutex());
  if (!host || !bytes) return remember(cudaErrorInvalidValue);
  return HostMemory::instance().adopt(host, bytes) ? cudaSuccess
                                                   : remember(cudaErrorHostMemoryAlreadyRegistered);
}

cudaError_t cudaHostUnregister(void* host) {
  const DeviceLock lock(device_mutex());
  return HostMemory::instance().disown(host) ? cudaSuccess : remember(cudaErrorHostMemoryNotRegistered);
}

cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned int) {
  const DeviceLock lock(device_mutex());
  if (!device || !HostMemory::instance().holds(host, 1)) return remember(cudaErrorInvalidValue);
  *device = host;
  return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes) {
  const DeviceLock lock(device_mutex());
  const DeviceMemory& memory = DeviceMemory::instance();
  if (free_bytes) *free_bytes = memory.capacity() - memory.used();
  if (total_bytes) *total_bytes = memory.capacity();
  return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes* attributes, const void* pointer) {
  const DeviceLock lock(device_mutex());
  if (!attributes || !pointer) return remember(cudaErrorInvalidValue);
  *attributes = {cudaMemoryTypeUnregistered, -2, nullptr, const_cast<void*>(pointer)};
  if (const DeviceAllocation* found = DeviceMemory::instance().find(pointer))
    *attributes = {found->managed ? cudaMemoryTypeManaged : cudaMemoryTypeDevice, 0,
                   const_cast<void*>(pointer), found->managed ? const_cast<void*>(pointer) : nullptr};
  else if (is_symbol(pointer, 1))
    *attributes = {cudaMemoryTypeDevice, 0, const_cast<void*>(pointer), nullptr};
  else if (HostMemory::instance().holds(pointer, 1))
    *attributes = {cudaMemoryTypeHost, 0, const_cast<void*>(pointer), const_cast<void*>(pointer)};
  return cudaSuccess;
}

cudaError_t cudaMemAdvise(const void*, size_t, enum cudaMemoryAdvise, int) { return cudaSuccess; }
cudaError_t cudaMemPrefetchAsync(const void*, size_t, int, cudaStream_t) { return cudaSuccess; }

}  // extern "C"
