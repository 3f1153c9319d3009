// The driver API: arrays, copies of two and three dimensions, texture and surface objects.
#include <cstring>
#include <initializer_list>

#include "emulation/runtime/driver_calls.h"

namespace gridmark::emulation {
namespace {

/// False for a format without channels.
bool channels_of(CUarray_format format, unsigned count, cudaChannelFormatDesc* channels) {
  if (count != 1 && count != 2 && count != 4) return false;
  const auto with = [&](int bits, cudaChannelFormatKind kind) {
    const auto bits_of = [&](unsigned channel) { return channel < count ? bits : 0; };
    *channels = {bits_of(0), bits_of(1), bits_of(2), bits_of(3), kind};
    return true;
  };
  switch (format) {
    case CU_AD_FORMAT_UNSIGNED_INT8:
      return with(8, cudaChannelFormatKindUnsigned);
    case CU_AD_FORMAT_UNSIGNED_INT16:
      return with(16, cudaChannelFormatKindUnsigned);
    case CU_AD_FORMAT_UNSIGNED_INT32:
      return with(32, cudaChannelFormatKindUnsigned);
    case CU_AD_FORMAT_SIGNED_INT8:
      return with(8, cudaChannelFormatKindSigned);
    case CU_AD_FORMAT_SIGNED_INT16:
      return with(16, cudaChannelFormatKindSigned);
    case CU_AD_FORMAT_SIGNED_INT32:
      return with(32, cudaChannelFormatKindSigned);
    case CU_AD_FORMAT_HALF:
      return with(16, cudaChannelFormatKindFloat);
    case CU_AD_FORMAT_FLOAT:
      return with(32, cudaChannelFormatKindFloat);
    default:
      return false;
  }
}

cudaArray_t runtime_array(CUarray array) { return reinterpret_cast<cudaArray_t>(array); }

/// Bytes of an array's element. 1 for plain memory, in which the runtime API counts bytes.
size_t element_bytes(CUmemorytype type, CUarray array) {
  cudaChannelFormatDesc channels{};
  if (type != CU_MEMORYTYPE_ARRAY ||
      cudaArrayGetInfo(&channels, nullptr, nullptr, runtime_array(array)) != cudaSuccess)
    return 1;
  return static_cast<size_t>(channels.x + channels.y + channels.z + channels.w) / 8;
}

/// One side of a copy.
struct Side {
  CUmemorytype type;
  void* memory;  ///< of the host, or the device
  CUarray array;
  size_t x, y, z, pitch, height;
};

void place(const Side& side, cudaArray_t* array, cudaPitchedPtr* memory, cudaPos* position) {
  if (side.type == CU_MEMORYTYPE_ARRAY) {
    *array = runtime_array(side.array);
    *position = {side.x / element_bytes(side.type, side.array), side.y, side.z};
  } else {
    *memory = {side.memory, side.pitch, side.pitch, side.height};
    *position = {side.x, side.y, side.z};
  }
}

bool is_host(CUmemorytype type) { return type == CU_MEMORYTYPE_HOST; }

cudaMemcpyKind direction(const Side& from, const Side& to) {
  if (from.type == CU_MEMORYTYPE_UNIFIED || to.type == CU_MEMORYTYPE_UNIFIED) return cudaMemcpyDefault;
  if (is_host(from.type)) return is_host(to.type) ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice;
  return is_host(to.type) ? cudaMemcpyDeviceToHost : cudaMemcpyDeviceToDevice;
}

Side side(CUmemorytype type, const void* host, CUdeviceptr device, CUarray array, cudaPos at, size_t pitch,
          size_t height) {
  void* memory = is_host(type) ? const_cast<void*>(host) : to_pointer(device);
  return {type, memory, array, at.x, at.y, at.z, pitch, height};
}

cudaMemcpy3DParms runtime_copy(const CUDA_MEMCPY3D& given) {
  Side from = side(given.srcMemoryType, given.srcHost, given.srcDevice, given.srcArray,
                   {given.srcXInBytes, given.srcY, given.srcZ}, given.srcPitch, given.srcHeight);
  Side to = side(given.dstMemoryType, given.dstHost, given.dstDevice, given.dstArray,
                 {given.dstXInBytes, given.dstY, given.dstZ}, given.dstPitch, given.dstHeight);
  for (Side* one : {&from, &to}) {
    if (one->pitch == 0) one->pitch = one->x + given.WidthInBytes;
    if (one->height == 0) one->height = one->y + given.Height;
  }
  cudaMemcpy3DParms copy{};
  place(from, &copy.srcArray, &copy.srcPtr, &copy.srcPos);
  place(to, &copy.dstArray, &copy.dstPtr, &copy.dstPos);
  // The extent counts elements if an array takes part.
  const size_t element = from.type == CU_MEMORYTYPE_ARRAY ? element_bytes(from.type, from.array)
                                                          : element_bytes(to.type, to.array);
  copy.extent = {given.WidthInBytes / element, given.Height, given.Depth};
  copy.kind = direction(from, to);
  return copy;
}

CUDA_MEMCPY3D with_depth(const CUDA_MEMCPY2D& flat) {
  CUDA_MEMCPY3D copy{};
  copy.srcXInBytes = flat.srcXInBytes, copy.srcY = flat.srcY, copy.srcMemoryType = flat.srcMemoryType;
  copy.srcHost = flat.srcHost, copy.srcDevice = flat.srcDevice, copy.srcArray = flat.srcArray;
  copy.dstXInBytes = flat.dstXInBytes, copy.dstY = flat.dstY, copy.dstMemoryType = flat.dstMemoryType;
  copy.dstHost = flat.dstHost, copy.dstDevice = flat.dstDevice, copy.dstArray = flat.dstArray;
  copy.srcPitch = flat.srcPitch, copy.dstPitch = flat.dstPitch;
  copy.WidthInBytes = flat.WidthInBytes, copy.Height = flat.Height, copy.Depth = 1;
  return copy;
}

/// False for a resource that the runtime API cannot describe.
bool runtime_resource(const CUDA_RESOURCE_DESC& given, cudaResourceDesc* resource) {
  *resource = {};
  switch (given.resType) {
    case CU_RESOURCE_TYPE_ARRAY:
      resource->resType = cudaResourceTypeArray;
      resource->res.array.array = runtime_array(given.res.array.hArray);
      return true;
    case CU_RESOURCE_TYPE_LINEAR:
      resource->resType = cudaResourceTypeLinear;
      resource->res.linear.devPtr = to_pointer(given.res.linear.devPtr);
      resource->res.linear.sizeInBytes = given.res.linear.sizeInBytes;
      return channels_of(given.res.linear.format, given.res.linear.numChannels, &resource->res.linear.desc);
    case CU_RESOURCE_TYPE_PITCH2D:
      resource->resType = cudaResourceTypePitch2D;
      resource->res.pitch2D.devPtr = to_pointer(given.res.pitch2D.devPtr);
      resource->res.pitch2D.width = given.res.pitch2D.width;
      resource->res.pitch2D.height = given.res.pitch2D.height;
      resource->res.pitch2D.pitchInBytes = given.res.pitch2D.pitchInBytes;
      return channels_of(given.res.pitch2D.format, given.res.pitch2D.numChannels,
                         &resource->res.pitch2D.desc);
    default:
      return false;
  }
}

cudaChannelFormatDesc channels_of(const cudaResourceDesc& resource) {
  cudaChannelFormatDesc channels{};
  if (resource.resType == cudaResourceTypeLinear) return resource.res.linear.desc;
  if (resource.resType == cudaResourceTypePitch2D) return resource.res.pitch2D.desc;
  cudaArrayGetInfo(&channels, nullptr, nullptr, resource.res.array.array);
  return channels;
}

/// The driver's textures return bytes and shorts as floats of 0 to 1 unless integers are requested. Other
/// formats are returned unchanged.
cudaTextureReadMode read_mode(const cudaResourceDesc& resource, unsigned flags) {
  const cudaChannelFormatDesc channels = channels_of(resource);
  const bool small_integer = channels.f != cudaChannelFormatKindFloat && channels.x <= 16;
  return small_integer && !(flags & CU_TRSF_READ_AS_INTEGER) ? cudaReadModeNormalizedFloat
                                                             : cudaReadModeElementType;
}

cudaTextureDesc runtime_reading(const cudaResourceDesc& resource, const CUDA_TEXTURE_DESC& given) {
  cudaTextureDesc reading{};
  for (int i = 0; i < 3; ++i)
    reading.addressMode[i] = static_cast<cudaTextureAddressMode>(given.addressMode[i]);
  reading.filterMode = static_cast<cudaTextureFilterMode>(given.filterMode);
  reading.readMode = read_mode(resource, given.flags);
  reading.sRGB = (given.flags & CU_TRSF_SRGB) != 0;
  reading.normalizedCoords = (given.flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
  std::memcpy(reading.borderColor, given.borderColor, sizeof reading.borderColor);
  return reading;
}

}  // namespace
}  // namespace gridmark::emulation

using namespace gridmark::emulation;

extern "C" {

CUresult cuArrayCreate(CUarray* array, const CUDA_ARRAY_DESCRIPTOR* wanted) {
  cudaChannelFormatDesc channels;
  if (!array || !wanted || !channels_of(wanted->Format, wanted->NumChannels, &channels))
    return CUDA_ERROR_INVALID_VALUE;
  return driver_result([&] {
    return cudaMallocArray(reinterpret_cast<cudaArray_t*>(array), &channels, wanted->Width, wanted->Height);
  });
}

CUresult cuArray3DCreate(CUarray* array, const CUDA_ARRAY3D_DESCRIPTOR* wanted) {
  cudaChannelFormatDesc channels;
  if (!array || !wanted || !channels_of(wanted->Format, wanted->NumChannels, &channels))
    return CUDA_ERROR_INVALID_VALUE;
  const cudaExtent extent = {wanted->Width, wanted->Height, wanted->Depth};
  return driver_result([&] {
    return cudaMalloc3DArray(reinterpret_cast<cudaArray_t*>(array), &channels, extent, wanted->Flags);
  });
}

CUresult cuArrayDestroy(CUarray array) {
  if (!array) return CUDA_ERROR_INVALID_HANDLE;
  return driver_result([&] { return cudaFreeArray(runtime_array(array)); });
}

CUresult cuMemcpy3D(const CUDA_MEMCPY3D* copy) {
  if (!copy) return CUDA_ERROR_INVALID_VALUE;
  const cudaMemcpy3DParms given = runtime_copy(*copy);
  return driver_result([&] { return cudaMemcpy3D(&given); });
}
CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D* copy, CUstream stream) {
  if (!copy) return CUDA_ERROR_INVALID_VALUE;
  const cudaMemcpy3DParms given = runtime_copy(*copy);
  return driver_result([&] { return cudaMemcpy3DAsync(&given, stream); });
}
CUresult cuMemcpy2D(const CUDA_MEMCPY2D* copy) {
  if (!copy) return CUDA_ERROR_INVALID_VALUE;
  const CUDA_MEMCPY3D given = with_depth(*copy);
  return cuMemcpy3D(&given);
}
CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D* copy) { return cuMemcpy2D(copy); }
CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D* copy, CUstream stream) {
  if (!copy) return CUDA_ERROR_INVALID_VALUE;
  const CUDA_MEMCPY3D given = with_depth(*copy);
  return cuMemcpy3DAsync(&given, stream);
}

CUresult cuMemcpyHtoA(CUarray array, size_t offset, const void* from, size_t bytes) {
  CUDA_MEMCPY2D copy{};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST, copy.srcHost = from;
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY, copy.dstArray = array, copy.dstXInBytes = offset;
  copy.WidthInBytes = bytes, copy.Height = 1;
  return cuMemcpy2D(&copy);
}
CUresult cuMemcpyAtoH(void* to, CUarray array, size_t offset, size_t bytes) {
  CUDA_MEMCPY2D copy{};
  copy.srcMemoryType = CU_MEMORYTYPE_ARRAY, copy.srcArray = array, copy.srcXInBytes = offset;
  copy.dstMemoryType = CU_MEMORYTYPE_HOST, copy.dstHost = to;
  copy.WidthInBytes = bytes, copy.Height = 1;
  return cuMemcpy2D(&copy);
}

CUresult cuTexObjectCreate(CUtexObject* texture, const CUDA_RESOURCE_DESC* resource,
                           const CUDA_TEXTURE_DESC* reading, const CUDA_RESOURCE_VIEW_DESC* view) {
  cudaResourceDesc known;
  if (!texture || !resource || !reading) return CUDA_ERROR_INVALID_VALUE;
  if (view || !runtime_resource(*resource, &known)) return CUDA_ERROR_NOT_SUPPORTED;
  const cudaTextureDesc how = runtime_reading(known, *reading);
  return driver_result([&] {
    return cudaCreateTextureObject(reinterpret_cast<cudaTextureObject_t*>(texture), &known, &how, nullptr);
  });
}
CUresult cuTexObjectDestroy(CUtexObject texture) {
  return driver_result([&] { return cudaDestroyTextureObject(texture); });
}
CUresult cuSurfObjectCreate(CUsurfObject* surface, const CUDA_RESOURCE_DESC* resource) {
  cudaResourceDesc known;
  if (!surface || !resource) return CUDA_ERROR_INVALID_VALUE;
  if (!runtime_resource(*resource, &known)) return CUDA_ERROR_NOT_SUPPORTED;
  return driver_result(
      [&] { return cudaCreateSurfaceObject(reinterpret_cast<cudaSurfaceObject_t*>(surface), &known); });
}
CUresult cuSurfObjectDestroy(CUsurfObject surface) {
  return driver_result([&] { return cudaDestroySurfaceObject(surface); });
}

CUresult cuMemGetAllocationGranularity(size_t*, const CUmemAllocationProp*,
                                       CUmemAllocationGranularity_flags) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuMemAddressReserve(CUdeviceptr*, size_t, size_t, CUdeviceptr, unsigned long long) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuMemAddressFree(CUdeviceptr, size_t) { return CUDA_ERROR_NOT_SUPPORTED; }
CUresult cuMemCreate(CUmemGenericAllocationHandle*, size_t, const CUmemAllocationProp*, unsigned long long) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuMemRelease(CUmemGenericAllocationHandle) { return CUDA_ERROR_NOT_SUPPORTED; }
CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp*, CUmemGenericAllocationHandle) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuMemMap(CUdeviceptr, size_t, size_t, CUmemGenericAllocationHandle, unsigned long long) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuMemUnmap(CUdeviceptr, size_t) { return CUDA_ERROR_NOT_SUPPORTED; }
CUresult cuMemSetAccess(CUdeviceptr, size_t, const CUmemAccessDesc*, size_t) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuMemExportToShareableHandle(void*, CUmemGenericAllocationHandle, CUmemAllocationHandleType,
                                      unsigned long long) {
  return CUDA_ERROR_NOT_SUPPORTED;
}
CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle*, void*, CUmemAllocationHandleType) {
  return CUDA_ERROR_NOT_SUPPORTED;
}

}  // extern "C"
