// Texture and surface objects.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>

#include "emulation/runtime/arrays.h"
#include "emulation/runtime/device_memory.h"
#include "emulation/runtime/devices.h"
#include "emulation/runtime/host_memory.h"
#include "emulation/runtime/last_error.h"
#include "emulation/runtime/streams.h"
#include "emulation/runtime/texture_objects.h"
#include "gridmark/runtime_api.h"

namespace gridmark::emulation {
namespace {

std::set<TextureState*>& objects() {
  static auto* known = new std::set<TextureState*>;
  return *known;
}

bool is_readable(const void* memory, std::size_t bytes) {
  return DeviceMemory::instance().holding(memory, bytes) || HostMemory::instance().holds(memory, bytes);
}

cudaError_t describe_array(const cudaArray* array, TextureState* texture) {
  if (!is_array(array)) return cudaErrorInvalidResourceHandle;
  const cudaExtent whole = array->counted_extent();
  texture->memory = array->strides();
  texture->width = static_cast<int>(whole.width);
  texture->height = static_cast<int>(whole.height);
  texture->depth = static_cast<int>(whole.depth);
  texture->format = array->format;
  return cudaSuccess;
}

cudaError_t describe_memory(void* memory, std::size_t width, std::size_t height, std::size_t pitch,
                            const cudaChannelFormatDesc& format, TextureState* texture) {
  const std::size_t element = element_bytes_of(format);
  if (!element) return cudaErrorInvalidChannelDescriptor;
  if (!width || !height || width * element > pitch) return cudaErrorInvalidValue;
  if (!is_readable(memory, pitch * (height - 1) + width * element)) return cudaErrorInvalidValue;
  texture->memory = {static_cast<char*>(memory), pitch, pitch * height};
  texture->width = static_cast<int>(width);
  texture->height = static_cast<int>(height);
  texture->format = format;
  return cudaSuccess;
}

/// A device accepts linear memory with too large a size. Reads after the allocation count as outside.
std::size_t bytes_within_allocation(const void* memory, std::size_t bytes) {
  const DeviceAllocation* found = DeviceMemory::instance().find(memory);
  return found ? std::min(bytes, found->end() - reinterpret_cast<std::uintptr_t>(memory)) : bytes;
}

cudaError_t describe(const cudaResourceDesc& resource, TextureState* texture) {
  const auto& linear = resource.res.linear;
  const auto& pitched = resource.res.pitch2D;
  switch (resource.resType) {
    case cudaResourceTypeArray:
      return describe_array(resource.res.array.array, texture);
    case cudaResourceTypeLinear: {
      const std::size_t element = element_bytes_of(linear.desc);
      const std::size_t bytes = bytes_within_allocation(linear.devPtr, linear.sizeInBytes);
      return describe_memory(linear.devPtr, element ? bytes / element : 0, 1, bytes, linear.desc, texture);
    }
    case cudaResourceTypePitch2D:
      return describe_memory(pitched.devPtr, pitched.width, pitched.height, pitched.pitchInBytes,
                             pitched.desc, texture);
    case cudaResourceTypeMipmappedArray:
      return cudaErrorNotSupported;
  }
  return cudaErrorInvalidValue;
}

cudaError_t check_reading(const TextureState& texture) {
  const bool is_float = texture.format.f == cudaChannelFormatKindFloat;
  const bool as_floats = texture.description.readMode == cudaReadModeNormalizedFloat;
  if (texture.description.sRGB) return cudaErrorNotSupported;
  if (as_floats && !is_float && texture.format.x == 32) return cudaErrorInvalidNormSetting;
  if (texture.description.filterMode == cudaFilterModeLinear && !texture.reads_floats)
    return cudaErrorInvalidFilterSetting;
  return cudaSuccess;
}

cudaError_t create(unsigned long long* handle, const cudaResourceDesc& resource,
                   const cudaTextureDesc& description, const cudaResourceViewDesc* view) {
  const DeviceLock lock(device_mutex());
  auto made = std::make_unique<TextureState>();
  if (const cudaError_t error = describe(resource, made.get()); error != cudaSuccess) return remember(error);
  made->element_bytes = element_bytes_of(made->format);
  made->channels = static_cast<int>(made->element_bytes) * 8 / made->format.x;
  made->description = description;
  made->resource = resource;
  if (view && view->format != cudaResViewFormatNone) return remember(cudaErrorNotSupported);
  if (view) made->view = *view;
  made->reads_floats =
      made->format.f == cudaChannelFormatKindFloat || description.readMode == cudaReadModeNormalizedFloat;
  if (const cudaError_t error = check_reading(*made); error != cudaSuccess) return remember(error);
  objects().insert(made.get());
  *handle = reinterpret_cast<unsigned long long>(made.release());
  return cudaSuccess;
}

cudaError_t destroy(unsigned long long handle) {
  const DeviceLock lock(device_mutex());
  auto* texture = reinterpret_cast<TextureState*>(handle);
  if (!texture) return cudaSuccess;
  if (!objects().count(texture)) return remember(cudaErrorInvalidValue);
  Streams::instance().wait_for_all(current_device());
  objects().erase(texture);
  delete texture;
  return cudaSuccess;
}

template <class T>
cudaError_t tell(unsigned long long handle, T* value, T TextureState::*member) {
  const DeviceLock lock(device_mutex());
  auto* texture = reinterpret_cast<TextureState*>(handle);
  if (!value || !objects().count(texture)) return remember(cudaErrorInvalidValue);
  *value = texture->*member;
  return cudaSuccess;
}

}  // namespace

std::size_t live_textures() { return objects().size(); }
}  // namespace gridmark::emulation

using namespace gridmark::emulation;

extern "C" {

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const struct cudaResourceDesc* resource,
                                    const struct cudaTextureDesc* description,
                                    const struct cudaResourceViewDesc* view) {
  if (!texture || !resource || !description) return remember(cudaErrorInvalidValue);
  return create(texture, *resource, *description, view);
}
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) { return destroy(texture); }

cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc* resource, cudaTextureObject_t texture) {
  return tell(texture, resource, &TextureState::resource);
}
cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc* description,
                                            cudaTextureObject_t texture) {
  return tell(texture, description, &TextureState::description);
}
cudaError_t cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc* view,
                                                 cudaTextureObject_t texture) {
  return tell(texture, view, &TextureState::view);
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface, const struct cudaResourceDesc* resource) {
  const DeviceLock lock(device_mutex());
  if (!surface || !resource || resource->resType != cudaResourceTypeArray)
    return remember(cudaErrorInvalidValue);
  const cudaArray* array = resource->res.array.array;
  if (!is_array(array)) return remember(cudaErrorInvalidResourceHandle);
  if (!(array->flags & cudaArraySurfaceLoadStore)) return remember(cudaErrorInvalidValue);
  return create(surface, *resource, cudaTextureDesc{}, nullptr);
}
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface) { return destroy(surface); }
cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc* resource, cudaSurfaceObject_t surface) {
  return tell(surface, resource, &TextureState::resource);
}

}  // extern "C"
