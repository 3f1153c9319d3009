// Allocation (cudaMalloc, cudaHostAlloc) and queries about memory.
#include "emulation/engine/observer.h"
#include "emulation/runtime/allocations.h"
#include "emulation/runtime/arrays.h"
#include "emulation/runtime/capture.h"
#include "emulation/runtime/device_memory.h"
#include "emulation/runtime/devices.h"
#include "emulation/runtime/free_everything.h"
#include "emulation/runtime/host_memory.h"
#include "emulation/runtime/last_error.h"
#include "emulation/runtime/ledger.h"
#include "emulation/runtime/null_pointer.h"
#include "emulation/runtime/pool_operations.h"
#include "emulation/runtime/pools.h"
#include "emulation/runtime/refused_calls.h"
#include "emulation/runtime/streams.h"
#include "emulation/runtime/symbols.h"
#include "gridmark/runtime_api.h"

namespace gridmark::emulation {
namespace {

void note_freed(const DeviceAllocation& allocation) {
  note_release(allocation.bytes);
  if (observer) observer->freed(reinterpret_cast<void*>(allocation.address), allocation.bytes);
}

cudaError_t allocate(void** device, std::size_t bytes, bool managed, const void* caller) {
  const DeviceLock lock(device_mutex());
  if (!device) return remember(cudaErrorInvalidValue);
  if (const cudaError_t error = device_error(); error != cudaSuccess) return error;
  if (const cudaError_t error = refuse_unsafe_call(); error != cudaSuccess) return remember(error);
  *device = nullptr;
  if (bytes == 0) {
    note_empty_allocation(caller);
    return managed ? remember(cudaErrorInvalidValue) : cudaSuccess;
  }
  *device = allocate_device_memory(bytes, managed, caller);
  return *device ? cudaSuccess : remember(cudaErrorMemoryAllocation);
}

constexpr unsigned known_host_flags =
    cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;

cudaError_t allocate_host(void** host, std::size_t bytes, unsigned flags) {
  const DeviceLock lock(device_mutex());
  if (!host || (flags & ~known_host_flags)) return remember(cudaErrorInvalidValue);
  if (const cudaError_t error = device_error(); error != cudaSuccess) return error;
  if (const cudaError_t error = refuse_unsafe_call(); error != cudaSuccess) return remember(error);
  *host = bytes ? HostMemory::instance().allocate(bytes, flags) : nullptr;
  return *host || !bytes ? cudaSuccess : remember(cudaErrorMemoryAllocation);
}

constexpr std::size_t pitch_alignment = 512;

cudaError_t allocate_rows(void** device, std::size_t* pitch, std::size_t width, std::size_t rows,
                          const void* caller) {
  if (!pitch || width > SIZE_MAX / 4 || (rows && width > SIZE_MAX / 4 / rows))
    return remember(pitch ? cudaErrorMemoryAllocation : cudaErrorInvalidValue);
  *pitch = (width + pitch_alignment - 1) / pitch_alignment * pitch_alignment;
  return allocate(device, *pitch * rows, false, caller);
}

void wait_for_all_users(const void* host) {
  const HostMemory::Range* range = HostMemory::instance().find(host, 1);
  Streams::instance().wait_for_all(range ? range->device : current_device());
}

}  // namespace

void* allocate_device_memory(std::size_t bytes, bool managed, const void* caller) {
  DeviceMemory& memory = DeviceMemory::instance();
  void* device = memory.allocate(current_device(), bytes, managed, caller);
  if (!device) {
    Streams::instance().wait_for_device(current_device());  // some of the work may free memory
    device = memory.allocate(current_device(), bytes, managed, caller);
  }
  if (!device) return nullptr;
  note_allocation(bytes, managed);
  if (observer) observer->allocated(device, bytes);
  return device;
}

bool release_device_memory(void* device, const void* freed_by) {
  DeviceMemory& memory = DeviceMemory::instance();
  const DeviceAllocation* found = memory.find(device);
  if (!found || found->address != reinterpret_cast<std::uintptr_t>(device)) return false;
  note_freed(*found);
  note_pool_release(device);
  return memory.release(device, freed_by);
}

void free_everything(const void* caller) {
  std::size_t freed = 0;
  for (const auto& [address, allocation] : DeviceMemory::instance().live())
    if (allocation.device == current_device()) note_freed(allocation), ++freed;
  DeviceMemory::instance().release_all(current_device(), caller);
  forget_arrays(current_device());
  note_device_reset(freed, caller);
}

}  // namespace gridmark::emulation

using namespace gridmark::emulation;

extern "C" {

cudaError_t gridmark_malloc(void** device, size_t bytes) {
  return allocate(device, bytes, false, __builtin_return_address(0));
}

cudaError_t gridmark_malloc_managed(void** memory, size_t bytes, unsigned int flags) {
  if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost) return remember(cudaErrorInvalidValue);
  return allocate(memory, bytes, true, __builtin_return_address(0));
}

cudaError_t gridmark_malloc_pitch(void** device, size_t* pitch, size_t width, size_t height) {
  return allocate_rows(device, pitch, width, height, __builtin_return_address(0));
}

cudaError_t gridmark_malloc_3d(struct cudaPitchedPtr* device, struct cudaExtent extent) {
  if (!device) return remember(cudaErrorInvalidValue);
  *device = {nullptr, 0, extent.width, extent.height};
  if (extent.height && extent.depth > SIZE_MAX / 4 / extent.height)
    return remember(cudaErrorMemoryAllocation);
  return allocate_rows(&device->ptr, &device->pitch, extent.width, extent.height * extent.depth,
                       __builtin_return_address(0));
}

cudaError_t cudaFree(void* device) {
  const DeviceLock lock(device_mutex());
  if (!device) return cudaSuccess;
  if (const cudaError_t error = refuse_unsafe_call(); error != cudaSuccess) return remember(error);
  const DeviceAllocation* allocation = DeviceMemory::instance().find(device);
  Streams::instance().wait_for_all(allocation ? allocation->device : current_device(), "cudaFree");
  if (belongs_to_graph(device)) return with_faults(cudaSuccess);  // it stays, because the graph can run again
  if (release_device_memory(device, __builtin_return_address(0))) return with_faults(cudaSuccess);
  if (observer) observer->bad_free(device, __builtin_return_address(0));
  return refuse("cudaFree", cudaErrorInvalidValue, why_not_freed(device));
}

cudaError_t cudaMallocHost(void** host, size_t bytes, unsigned int flags) {
  return allocate_host(host, bytes, flags);
}
cudaError_t cudaHostAlloc(void** host, size_t bytes, unsigned int flags) {
  return allocate_host(host, bytes, flags);
}

cudaError_t cudaFreeHost(void* host) {
  const DeviceLock lock(device_mutex());
  if (!host) return cudaSuccess;
  if (const cudaError_t error = refuse_unsafe_call(); error != cudaSuccess) return remember(error);
  wait_for_all_users(host);
  return HostMemory::instance().release(host) ? cudaSuccess : remember(cudaErrorInvalidValue);
}

cudaError_t cudaHostRegister(void* host, size_t bytes, unsigned int flags) {
  const DeviceLock lock(device_mutex());
  constexpr unsigned known = cudaHostRegisterPortable | cudaHostRegisterMapped | cudaHostRegisterReadOnly;
  if (flags & cudaHostRegisterIoMemory) return remember(cudaErrorNotSupported);
  if (!host || !bytes || (flags & ~known)) return remember(cudaErrorInvalidValue);
  return HostMemory::instance().adopt(host, bytes, flags) ? cudaSuccess
                                                          : remember(cudaErrorHostMemoryAlreadyRegistered);
}

cudaError_t cudaHostUnregister(void* host) {
  const DeviceLock lock(device_mutex());
  if (!host) return remember(cudaErrorInvalidValue);
  wait_for_all_users(host);
  return HostMemory::instance().disown(host) ? cudaSuccess : remember(cudaErrorHostMemoryNotRegistered);
}

cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned int flags) {
  const DeviceLock lock(device_mutex());
  if (!device || flags || !HostMemory::instance().holds(host, 1)) return remember(cudaErrorInvalidValue);
  *device = host;
  return cudaSuccess;
}

// Under unified addressing all page-locked memory is mapped, and portable.
cudaError_t cudaHostGetFlags(unsigned int* flags, void* host) {
  const DeviceLock lock(device_mutex());
  const HostMemory::Range* found = HostMemory::instance().find(host, 1);
  if (!flags || !found) return remember(cudaErrorInvalidValue);
  *flags = found->flags | cudaHostAllocMapped;
  return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes) {
  const DeviceLock lock(device_mutex());
  const DeviceMemory& memory = DeviceMemory::instance();
  if (!free_bytes || !total_bytes) return remember(cudaErrorInvalidValue);
  if (const cudaError_t error = device_error(); error != cudaSuccess) return error;
  *free_bytes = memory.capacity() - memory.used(current_device());
  *total_bytes = memory.capacity();
  return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes* attributes, const void* pointer) {
  const DeviceLock lock(device_mutex());
  if (!attributes) return remember(cudaErrorInvalidValue);
  void* same = const_cast<void*>(pointer);
  *attributes = {cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr, same};
  if (const DeviceAllocation* found = DeviceMemory::instance().find(pointer))
    *attributes = {found->managed ? cudaMemoryTypeManaged : cudaMemoryTypeDevice, found->device, same,
                   found->managed ? same : nullptr};
  else if (is_symbol(pointer, 1))
    *attributes = {cudaMemoryTypeDevice, current_device(), same, nullptr};
  else if (const HostMemory::Range* range = HostMemory::instance().find(pointer, 1))
    *attributes = {cudaMemoryTypeHost, range->device, same, same};
  return cudaSuccess;
}

// Memory of another process is not supported.
cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t*, void*) { return remember(cudaErrorNotSupported); }
cudaError_t cudaIpcOpenMemHandle(void**, cudaIpcMemHandle_t, unsigned int) {
  return remember(cudaErrorNotSupported);
}
cudaError_t cudaIpcCloseMemHandle(void*) { return remember(cudaErrorNotSupported); }

}  // extern "C"
