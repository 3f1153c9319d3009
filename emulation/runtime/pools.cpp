#include "emulation/runtime/pools.h"

#include <algorithm>
#include <memory>

#include "emulation/runtime/allocations.h"
#include "emulation/runtime/capture.h"
#include "emulation/runtime/device_memory.h"
#include "emulation/runtime/devices.h"
#include "emulation/runtime/last_error.h"
#include "emulation/runtime/pool_operations.h"
#include "emulation/runtime/streams.h"
#include "emulation/runtime/time_model.h"
#include "gridmark/runtime_api.h"

namespace gridmark::emulation {
namespace {

struct Known {
  std::map<MemoryPool*, std::unique_ptr<MemoryPool>> pools;
  MemoryPool* defaults[most_devices] = {};
  MemoryPool* current[most_devices] = {};
  struct Owned {
    MemoryPool* pool;
    std::size_t bytes;
  };
  std::map<void*, Owned> allocations;
};

Known& known() {
  static auto* all = new Known;
  return *all;
}

cudaMemPool_t handle_of(MemoryPool* pool) { return reinterpret_cast<cudaMemPool_t>(pool); }

MemoryPool* create(const cudaMemPoolProps& properties, int device) {
  auto made = std::make_unique<MemoryPool>();
  made->properties = properties;
  made->device = device;
  MemoryPool* pool = made.get();
  known().pools[pool] = std::move(made);
  return pool;
}

cudaMemPool_t current_pool(int device) {
  MemoryPool* pool = known().current[device];
  return pool ? handle_of(pool) : default_pool(device);
}

void trim(MemoryPool& pool, std::uint64_t keep) {
  pool.reserved = std::max(pool.used, std::min(pool.reserved, keep));
}

cudaError_t allocate_async(void** device, size_t bytes, MemoryPool* pool, cudaStream_t handle,
                           const void* caller) {
  const DeviceLock lock(device_mutex());
  const std::shared_ptr<Stream> stream = Streams::instance().find(handle);
  if (!stream) return remember(cudaErrorInvalidResourceHandle);
  if (!device || !pool) return remember(cudaErrorInvalidValue);
  *device = nullptr;
  if (bytes == 0) return cudaSuccess;
  if (stream->capture) return allocate_in_graph(device, bytes, *stream);
  const std::uint64_t most = pool->properties.maxSize;
  if (most && pool->used + bytes > most) return remember(cudaErrorMemoryAllocation);
  const int before = current_device();
  current_device() = pool->device;
  *device = allocate_device_memory(bytes, false, caller);
  current_device() = before;
  if (!*device) return remember(cudaErrorMemoryAllocation);
  note_pool_allocation(*pool, *device, bytes);
  return cudaSuccess;
}

template <class Action>
cudaError_t with_pool(cudaMemPool_t handle, Action action) {
  const DeviceLock lock(device_mutex());
  MemoryPool* pool = find_pool(handle);
  return pool ? action(*pool) : remember(cudaErrorInvalidValue);
}

std::uint64_t* counter(MemoryPool& pool, cudaMemPoolAttr attribute) {
  switch (attribute) {
    case cudaMemPoolAttrReleaseThreshold:
      return &pool.release_threshold;
    case cudaMemPoolAttrReservedMemCurrent:
      return &pool.reserved;
    case cudaMemPoolAttrReservedMemHigh:
      return &pool.reserved_high;
    case cudaMemPoolAttrUsedMemCurrent:
      return &pool.used;
    case cudaMemPoolAttrUsedMemHigh:
      return &pool.used_high;
    default:
      return nullptr;
  }
}

bool is_reuse(cudaMemPoolAttr attribute) {
  return attribute >= cudaMemPoolReuseFollowEventDependencies &&
         attribute <= cudaMemPoolReuseAllowInternalDependencies;
}

}  // namespace

MemoryPool* find_pool(cudaMemPool_t handle) {
  auto* pool = reinterpret_cast<MemoryPool*>(handle);
  return known().pools.count(pool) ? pool : nullptr;
}

cudaMemPool_t default_pool(int device) {
  MemoryPool*& pool = known().defaults[device];
  if (!pool) {
    cudaMemPoolProps properties = {};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location = {cudaMemLocationTypeDevice, device};
    pool = create(properties, device);
  }
  return handle_of(pool);
}

void note_pool_allocation(MemoryPool& pool, void* device, std::size_t bytes) {
  known().allocations[device] = {&pool, bytes};
  pool.used += bytes;
  pool.used_high = std::max(pool.used_high, pool.used);
  constexpr std::uint64_t block = std::uint64_t{32} << 20;  // pools grow in such steps
  pool.reserved = std::max(pool.reserved, (pool.used + block - 1) / block * block);
  pool.reserved_high = std::max(pool.reserved_high, pool.reserved);
}

void note_pool_release(void* device) {
  const auto found = known().allocations.find(device);
  if (found == known().allocations.end()) return;
  found->second.pool->used -= found->second.bytes;
  known().allocations.erase(found);
}

void trim_pools(int device) {
  for (const auto& [pool, owner] : known().pools)
    if (pool->device == device) trim(*pool, pool->release_threshold);
}

}  // namespace gridmark::emulation

using namespace gridmark::emulation;

extern "C" {

cudaError_t gridmark_malloc_async(void** device, size_t bytes, cudaStream_t stream) {
  const DeviceLock lock(device_mutex());
  const std::shared_ptr<Stream> found = Streams::instance().find(stream);
  if (!found) return remember(cudaErrorInvalidResourceHandle);
  return allocate_async(device, bytes, find_pool(current_pool(found->traits().device)), stream,
                        __builtin_return_address(0));
}

cudaError_t gridmark_malloc_from_pool(void** device, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  const DeviceLock lock(device_mutex());
  return allocate_async(device, bytes, find_pool(pool), stream, __builtin_return_address(0));
}

cudaError_t cudaFreeAsync(void* device, cudaStream_t handle) {
  const DeviceLock lock(device_mutex());
  const std::shared_ptr<Stream> stream = Streams::instance().find(handle);
  if (!stream) return remember(cudaErrorInvalidResourceHandle);
  if (!device) return remember(cudaErrorInvalidValue);
  const DeviceAllocation* found = DeviceMemory::instance().find(device);
  if (!found || found->address != reinterpret_cast<std::uintptr_t>(device) || found->managed)
    return remember(cudaErrorInvalidValue);
  if (!stream->capture) DeviceMemory::instance().note_queued_free(device);
  Streams::instance().enqueue(stream, std::make_shared<FreeOperation>(device));
  return cudaSuccess;
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const struct cudaMemPoolProps* properties) {
  const DeviceLock lock(device_mutex());
  if (!pool || !properties) return remember(cudaErrorInvalidValue);
  if (properties->allocType != cudaMemAllocationTypePinned ||
      properties->location.type != cudaMemLocationTypeDevice)
    return remember(cudaErrorInvalidValue);
  if (properties->handleTypes != cudaMemHandleTypeNone) return remember(cudaErrorNotSupported);
  if (!is_device(properties->location.id)) return remember(cudaErrorInvalidDevice);
  *pool = handle_of(create(*properties, properties->location.id));
  return cudaSuccess;
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t handle) {
  return with_pool(handle, [](MemoryPool& pool) {
    if (&pool == known().defaults[pool.device]) return remember(cudaErrorInvalidValue);
    if (known().current[pool.device] == &pool) known().current[pool.device] = nullptr;
    // Its remaining allocations stay live, outside any account.
    auto& allocations = known().allocations;
    for (auto at = allocations.begin(); at != allocations.end();)
      at = at->second.pool == &pool ? allocations.erase(at) : std::next(at);
    known().pools.erase(&pool);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t handle, enum cudaMemPoolAttr attribute, void* value) {
  return with_pool(handle, [&](MemoryPool& pool) {
    if (!value) return remember(cudaErrorInvalidValue);
    if (is_reuse(attribute)) {
      pool.reuse[attribute - 1] = *static_cast<int*>(value);
      return cudaSuccess;
    }
    const auto wanted = *static_cast<std::uint64_t*>(value);
    const bool high = attribute == cudaMemPoolAttrReservedMemHigh || attribute == cudaMemPoolAttrUsedMemHigh;
    if (attribute == cudaMemPoolAttrReleaseThreshold)
      pool.release_threshold = wanted;
    else if (high && wanted == 0)
      *counter(pool, attribute) = attribute == cudaMemPoolAttrUsedMemHigh ? pool.used : pool.reserved;
    else
      return remember(cudaErrorInvalidValue);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t handle, enum cudaMemPoolAttr attribute, void* value) {
  return with_pool(handle, [&](MemoryPool& pool) {
    if (!value) return remember(cudaErrorInvalidValue);
    if (is_reuse(attribute)) {
      *static_cast<int*>(value) = pool.reuse[attribute - 1];
      return cudaSuccess;
    }
    const std::uint64_t* found = counter(pool, attribute);
    if (!found) return remember(cudaErrorInvalidValue);
    *static_cast<std::uint64_t*>(value) = *found;
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t handle, size_t keep) {
  return with_pool(handle, [&](MemoryPool& pool) {
    trim(pool, keep);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t handle, const struct cudaMemAccessDesc* wanted, size_t count) {
  return with_pool(handle, [&](MemoryPool& pool) {
    for (size_t i = 0; i < count; ++i) {
      if (!wanted || wanted[i].location.type != cudaMemLocationTypeDevice)
        return remember(cudaErrorInvalidValue);
      if (!is_device(wanted[i].location.id)) return remember(cudaErrorInvalidDevice);
      if (wanted[i].location.id == pool.device && wanted[i].flags != cudaMemAccessFlagsProtReadWrite)
        return remember(cudaErrorInvalidDevice);
    }
    for (size_t i = 0; i < count; ++i) pool.access[wanted[i].location.id] = wanted[i].flags;
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags* flags, cudaMemPool_t handle,
                                 struct cudaMemLocation* location) {
  return with_pool(handle, [&](MemoryPool& pool) {
    if (!flags || !location || location->type != cudaMemLocationTypeDevice || !is_device(location->id))
      return remember(cudaErrorInvalidValue);
    const auto found = pool.access.find(location->id);
    *flags = location->id == pool.device  ? cudaMemAccessFlagsProtReadWrite
             : found != pool.access.end() ? found->second
                                          : cudaMemAccessFlagsProtNone;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  const DeviceLock lock(device_mutex());
  if (!is_device(device)) return remember(cudaErrorInvalidDevice);
  if (!pool) return remember(cudaErrorInvalidValue);
  *pool = default_pool(device);
  return cudaSuccess;
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  const DeviceLock lock(device_mutex());
  if (!is_device(device)) return remember(cudaErrorInvalidDevice);
  if (!pool) return remember(cudaErrorInvalidValue);
  *pool = current_pool(device);
  return cudaSuccess;
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t handle) {
  return with_pool(handle, [&](MemoryPool& pool) {
    if (!is_device(device)) return remember(cudaErrorInvalidDevice);
    if (pool.device != device) return remember(cudaErrorInvalidValue);
    known().current[device] = &pool;
    return cudaSuccess;
  });
}

// Pools cannot be shared with other processes.
cudaError_t cudaMemPoolExportToShareableHandle(void*, cudaMemPool_t, enum cudaMemAllocationHandleType,
                                               unsigned int) {
  return remember(cudaErrorNotSupported);
}
cudaError_t cudaMemPoolImportFromShareableHandle(cudaMemPool_t*, void*, enum cudaMemAllocationHandleType,
                                                 unsigned int) {
  return remember(cudaErrorNotSupported);
}
cudaError_t cudaMemPoolExportPointer(struct cudaMemPoolPtrExportData*, void*) {
  return remember(cudaErrorNotSupported);
}
cudaError_t cudaMemPoolImportPointer(void**, cudaMemPool_t, struct cudaMemPoolPtrExportData*) {
  return remember(cudaErrorNotSupported);
}

}  // extern "C"
