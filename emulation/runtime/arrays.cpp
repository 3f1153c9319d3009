#include "emulation/runtime/arrays.h"

#include <memory>
#include <set>

#include "emulation/runtime/allocations.h"
#include "emulation/runtime/devices.h"
#include "emulation/runtime/last_error.h"
#include "gridmark/runtime_api.h"

namespace gridmark::emulation {
namespace {

std::set<cudaArray*>& arrays() {
  static auto* known = new std::set<cudaArray*>;
  return *known;
}

constexpr unsigned known_flags = cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayCubemap |
                                 cudaArrayTextureGather | cudaArrayColorAttachment;

bool shape_is_valid(const cudaExtent& extent, unsigned flags) {
  if (extent.width == 0 || (flags & ~known_flags)) return false;
  if (flags & cudaArrayCubemap) {
    const bool is_square = extent.width == extent.height;
    const bool layers = flags & cudaArrayLayered ? extent.depth % 6 == 0 : extent.depth == 6;
    return is_square && extent.depth && layers;
  }
  if (flags & cudaArrayLayered) return extent.depth > 0;
  return extent.depth == 0 || extent.height > 0;
}

}  // namespace

bool is_array(const cudaArray* array) { return arrays().count(const_cast<cudaArray*>(array)) > 0; }

std::size_t element_bytes_of(const cudaChannelFormatDesc& format) {
  const int bits = format.x, channels[] = {format.y, format.z, format.w};
  if (bits != 8 && bits != 16 && bits != 32) return 0;
  if (format.f < cudaChannelFormatKindSigned || format.f > cudaChannelFormatKindFloat) return 0;
  if (format.f == cudaChannelFormatKindFloat && bits == 8) return 0;
  int count = 1;
  bool ended = false;
  for (int other : channels) {
    if (other == 0) ended = true;
    if (other != 0 && (ended || other != bits)) return 0;
    if (other != 0) ++count;
  }
  return count == 3 ? 0 : static_cast<std::size_t>(bits / 8 * count);
}

void forget_arrays(int device) {
  for (auto at = arrays().begin(); at != arrays().end();) {
    const bool gone = (*at)->device == device;
    if (gone) delete *at;
    at = gone ? arrays().erase(at) : std::next(at);
  }
}

cudaError_t create_array(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent,
                         unsigned flags) {
  const DeviceLock lock(device_mutex());
  if (!array || !format || !shape_is_valid(extent, flags)) return remember(cudaErrorInvalidValue);
  auto made = std::make_unique<cudaArray>();
  made->format = *format;
  made->extent = extent;
  made->flags = flags;
  made->device = current_device();
  made->element_bytes = element_bytes_of(*format);
  if (!made->element_bytes) return remember(cudaErrorInvalidChannelDescriptor);
  const cudaExtent whole = made->counted_extent();
  made->memory = static_cast<char*>(
      allocate_device_memory(made->element_bytes * whole.width * whole.height * whole.depth));
  if (!made->memory) return remember(cudaErrorMemoryAllocation);
  arrays().insert(made.get());
  *array = made.release();
  return cudaSuccess;
}

}  // namespace gridmark::emulation

using namespace gridmark::emulation;

extern "C" {

cudaError_t cudaMallocArray(cudaArray_t* array, const struct cudaChannelFormatDesc* format, size_t width,
                            size_t height, unsigned int flags) {
  return create_array(array, format, {width, height, 0}, flags);
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const struct cudaChannelFormatDesc* format,
                              struct cudaExtent extent, unsigned int flags) {
  return create_array(array, format, extent, flags);
}

cudaError_t cudaFreeArray(cudaArray_t array) {
  const DeviceLock lock(device_mutex());
  if (!array) return cudaSuccess;
  if (!is_array(array)) return remember(cudaErrorInvalidValue);
  Streams::instance().wait_for_all(array->device);
  release_device_memory(array->memory);
  arrays().erase(array);
  delete array;
  return cudaSuccess;
}

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc* format, struct cudaExtent* extent,
                             unsigned int* flags, cudaArray_t array) {
  const DeviceLock lock(device_mutex());
  if (!is_array(array)) return remember(cudaErrorInvalidResourceHandle);
  if (format) *format = array->format;
  if (extent) *extent = array->extent;
  if (flags) *flags = array->flags;
  return cudaSuccess;
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc* format, cudaArray_const_t array) {
  return cudaArrayGetInfo(format, nullptr, nullptr, const_cast<cudaArray_t>(array));
}

// Texture hardware's levels of detail are not supported.
cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t*, const struct cudaChannelFormatDesc*,
                                     struct cudaExtent, unsigned int, unsigned int) {
  return remember(cudaErrorNotSupported);
}
cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t*, cudaMipmappedArray_const_t, unsigned int) {
  return remember(cudaErrorNotSupported);
}
cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array) {
  return array ? remember(cudaErrorNotSupported) : cudaSuccess;
}

}  // extern "C"
