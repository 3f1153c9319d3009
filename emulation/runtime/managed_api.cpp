// Hints about managed memory: stored and returned, without effect on where bytes lie.
#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "emulation/runtime/device_memory.h"
#include "emulation/runtime/devices.h"
#include "emulation/runtime/last_error.h"
#include "emulation/runtime/streams.h"
#include "emulation/runtime/time_model.h"
#include "gridmark/runtime_api.h"

namespace gridmark::emulation {
namespace {

struct Hints {
  bool read_mostly = false;
  int preferred = cudaInvalidDeviceId, prefetched = cudaInvalidDeviceId;
  std::set<int> accessed_by;
};

/// By the number of the allocation.
std::map<std::uint64_t, Hints>& all_hints() {
  static auto* hints = new std::map<std::uint64_t, Hints>;
  return *hints;
}

/// Null if the range is not managed memory.
Hints* hints_of(const void* memory, std::size_t bytes) {
  const DeviceAllocation* found = DeviceMemory::instance().holding(memory, bytes);
  return found && found->managed ? &all_hints()[found->number] : nullptr;
}

bool is_place(int device) { return device == cudaCpuDeviceId || is_device(device); }

/// The device of a location, or cudaInvalidDeviceId.
int device_of(const cudaMemLocation& location) {
  switch (location.type) {
    case cudaMemLocationTypeDevice:
      return location.id;
    case cudaMemLocationTypeHost:
    case cudaMemLocationTypeHostNuma:
    case cudaMemLocationTypeHostNumaCurrent:
      return cudaCpuDeviceId;
    default:
      return cudaInvalidDeviceId;
  }
}

cudaError_t apply(Hints& hints, cudaMemoryAdvise advice, int device) {
  const bool needs_place = advice == cudaMemAdviseSetPreferredLocation ||
                           advice == cudaMemAdviseSetAccessedBy || advice == cudaMemAdviseUnsetAccessedBy;
  if (needs_place && !is_place(device)) return cudaErrorInvalidDevice;
  switch (advice) {
    case cudaMemAdviseSetReadMostly:
    case cudaMemAdviseUnsetReadMostly:
      hints.read_mostly = advice == cudaMemAdviseSetReadMostly;
      return cudaSuccess;
    case cudaMemAdviseSetPreferredLocation:
      hints.preferred = device;
      return cudaSuccess;
    case cudaMemAdviseUnsetPreferredLocation:
      hints.preferred = cudaInvalidDeviceId;
      return cudaSuccess;
    case cudaMemAdviseSetAccessedBy:
      hints.accessed_by.insert(device);
      return cudaSuccess;
    case cudaMemAdviseUnsetAccessedBy:
      hints.accessed_by.erase(device);
      return cudaSuccess;
  }
  return cudaErrorInvalidValue;
}

int type_of_place(int device) {
  return device == cudaInvalidDeviceId ? cudaMemLocationTypeInvalid
         : device == cudaCpuDeviceId   ? cudaMemLocationTypeHost
                                       : cudaMemLocationTypeDevice;
}

cudaError_t tell(const Hints& hints, cudaMemRangeAttribute attribute, int* values, std::size_t count) {
  std::vector<int> told;
  switch (attribute) {
    case cudaMemRangeAttributeReadMostly:
      told = {hints.read_mostly};
      break;
    case cudaMemRangeAttributePreferredLocation:
    case cudaMemRangeAttributePreferredLocationId:
      told = {hints.preferred};
      break;
    case cudaMemRangeAttributeLastPrefetchLocation:
    case cudaMemRangeAttributeLastPrefetchLocationId:
      told = {hints.prefetched};
      break;
    case cudaMemRangeAttributePreferredLocationType:
      told = {type_of_place(hints.preferred)};
      break;
    case cudaMemRangeAttributeLastPrefetchLocationType:
      told = {type_of_place(hints.prefetched)};
      break;
    case cudaMemRangeAttributeAccessedBy:
      told.assign(hints.accessed_by.begin(), hints.accessed_by.end());
      told.resize(count, cudaInvalidDeviceId);
      break;
    default:
      return cudaErrorInvalidValue;
  }
  if (told.size() != count) return cudaErrorInvalidValue;
  std::copy(told.begin(), told.end(), values);
  return cudaSuccess;
}

class PrefetchOperation : public Operation {
 public:
  PrefetchOperation(std::uint64_t allocation, int device, std::size_t bytes)
      : allocation_(allocation), device_(device), bytes_(bytes) {}
  void run(const SharedWork&) override { all_hints()[allocation_].prefetched = device_; }
  std::optional<Cost> cost() const override { return copy_cost({direction()}, bytes_); }
  Span span() const override {
    const bool up = direction() == CopyDirection::host_to_device;
    return {.kind = Span::Kind::copy,
            .direction = direction(),
            .name = up ? "Prefetch HtoD (Managed)" : "Prefetch DtoH (Managed)"};
  }

 private:
  CopyDirection direction() const {
    return device_ == cudaCpuDeviceId ? CopyDirection::device_to_host : CopyDirection::host_to_device;
  }

  std::uint64_t allocation_;
  int device_;
  std::size_t bytes_;
};

}  // namespace
}  // namespace gridmark::emulation

using namespace gridmark::emulation;

extern "C" {

cudaError_t gridmark_advise(const void* memory, size_t bytes, enum cudaMemoryAdvise advice, int device) {
  const DeviceLock lock(device_mutex());
  Hints* hints = hints_of(memory, bytes);
  if (!hints || !bytes) return remember(cudaErrorInvalidValue);
  return remember(apply(*hints, advice, device));
}

cudaError_t gridmark_prefetch(const void* memory, size_t bytes, int device, cudaStream_t handle) {
  const DeviceLock lock(device_mutex());
  const std::shared_ptr<Stream> stream = Streams::instance().find(handle);
  if (!stream) return remember(cudaErrorInvalidResourceHandle);
  if (!is_place(device)) return remember(cudaErrorInvalidDevice);
  if (!bytes || !hints_of(memory, bytes)) return remember(cudaErrorInvalidValue);
  const std::uint64_t number = DeviceMemory::instance().find(memory)->number;
  Streams::instance().enqueue(stream, std::make_shared<PrefetchOperation>(number, device, bytes));
  return cudaSuccess;
}

int gridmark_device_of(struct cudaMemLocation location) { return device_of(location); }

cudaError_t cudaMemRangeGetAttribute(void* data, size_t data_bytes, enum cudaMemRangeAttribute attribute,
                                     const void* memory, size_t bytes) {
  const DeviceLock lock(device_mutex());
  const Hints* hints = hints_of(memory, bytes);
  if (!data || !hints || data_bytes < sizeof(int) || data_bytes % sizeof(int))
    return remember(cudaErrorInvalidValue);
  return remember(tell(*hints, attribute, static_cast<int*>(data), data_bytes / sizeof(int)));
}

cudaError_t cudaMemRangeGetAttributes(void** data, size_t* data_bytes, enum cudaMemRangeAttribute* attributes,
                                      size_t count, const void* memory, size_t bytes) {
  if (!data || !data_bytes || !attributes || !count) return remember(cudaErrorInvalidValue);
  for (size_t i = 0; i < count; ++i) {
    const cudaError_t error = cudaMemRangeGetAttribute(data[i], data_bytes[i], attributes[i], memory, bytes);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t handle, void* memory, size_t, unsigned int flags) {
  const DeviceLock lock(device_mutex());
  if (!Streams::instance().find(handle)) return remember(cudaErrorInvalidResourceHandle);
  const bool known =
      flags == cudaMemAttachGlobal || flags == cudaMemAttachHost || flags == cudaMemAttachSingle;
  return known && memory ? cudaSuccess : remember(cudaErrorInvalidValue);
}

}  // extern "C"
