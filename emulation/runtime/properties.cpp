// Properties that the device reports.
#include <cstring>

#include "emulation/runtime/device_memory.h"
#include "emulation/runtime/device_profile.h"
#include "emulation/runtime/devices.h"
#include "emulation/runtime/last_error.h"
#include "emulation/runtime/streams.h"
#include "gridmark/runtime_api.h"

namespace gridmark::emulation {
namespace {

std::size_t device_capacity() {
  const DeviceLock lock(device_mutex());
  return DeviceMemory::instance().capacity();
}

void describe_memory(cudaDeviceProp& properties) {
  const DeviceProfile& device = device_profile;
  properties.totalGlobalMem = device_capacity();
  properties.totalConstMem = device.constant_bytes;
  properties.sharedMemPerBlock = device.shared_bytes_per_block;
  properties.sharedMemPerBlockOptin = device.shared_bytes_per_block_opt_in;
  properties.sharedMemPerMultiprocessor = device.shared_bytes_per_processor;
  properties.reservedSharedMemPerBlock = device.shared_bytes_reserved_per_block;
  properties.l2CacheSize = device.l2_bytes;
  properties.persistingL2CacheMaxSize = device.l2_bytes / 4 * 3;
  properties.accessPolicyMaxWindowSize = device.access_policy_window_bytes;
  properties.memoryClockRate = device.memory_clock_khz;
  properties.memoryBusWidth = device.memory_bus_bits;
  properties.memPitch = 2147483647;
  properties.globalL1CacheSupported = properties.localL1CacheSupported = 1;
  properties.managedMemory = properties.canMapHostMemory = properties.unifiedAddressing = 1;
  properties.concurrentManagedAccess = properties.memoryPoolsSupported = 1;
  properties.hostRegisterSupported = properties.canUseHostPointerForRegisteredMem = 1;
}

void describe_execution(cudaDeviceProp& properties) {
  const DeviceProfile& device = device_profile;
  properties.major = device.major;
  properties.minor = device.minor;
  properties.warpSize = 32;
  properties.regsPerBlock = properties.regsPerMultiprocessor = device.registers;
  properties.maxThreadsPerBlock = static_cast<int>(device.threads_per_block);
  properties.maxThreadsDim[0] = static_cast<int>(device.most_block_x);
  properties.maxThreadsDim[1] = static_cast<int>(device.most_block_y);
  properties.maxThreadsDim[2] = static_cast<int>(device.most_block_z);
  properties.maxGridSize[0] = static_cast<int>(device.most_grid_x);
  properties.maxGridSize[1] = properties.maxGridSize[2] = static_cast<int>(device.most_grid_yz);
  properties.multiProcessorCount = device.processors;
  properties.maxThreadsPerMultiProcessor = device.threads_per_processor;
  properties.maxBlocksPerMultiProcessor = device.blocks_per_processor;
  properties.clockRate = device.clock_khz;
  properties.concurrentKernels = properties.deviceOverlap = 1;
  properties.asyncEngineCount = 3;
  properties.streamPrioritiesSupported = properties.cooperativeLaunch = 1;
  properties.singleToDoublePrecisionPerfRatio = 2;
  properties.deviceNumaId = properties.hostNumaId = -1;
}

void describe_textures(cudaDeviceProp& properties) {
  properties.textureAlignment = properties.surfaceAlignment = 256;  // as every allocation is aligned
  properties.texturePitchAlignment = 32;
  constexpr int line = 131072, side = 131072, cube = 16384, most_layers = 2048;
  properties.maxTexture1D = line;
  properties.maxTexture1DLinear = 1 << 28;
  properties.maxTexture2D[0] = properties.maxTexture2D[1] = side;
  properties.maxTexture2DLinear[0] = side;
  properties.maxTexture2DLinear[1] = 65000;
  properties.maxTexture2DLinear[2] = 2097120;
  for (int& most : properties.maxTexture3D) most = cube;
  properties.maxTexture1DLayered[0] = properties.maxTexture2DLayered[0] = 32768;
  properties.maxTexture2DLayered[1] = 32768;
  properties.maxTexture1DLayered[1] = properties.maxTexture2DLayered[2] = most_layers;
  properties.maxSurface1D = 32768;
  properties.maxSurface2D[0] = side;
  properties.maxSurface2D[1] = 65536;
  for (int& most : properties.maxSurface3D) most = cube;
  properties.maxSurface1DLayered[0] = properties.maxSurface2DLayered[0] = 32768;
  properties.maxSurface2DLayered[1] = 32768;
  properties.maxSurface1DLayered[1] = properties.maxSurface2DLayered[2] = most_layers;
}

/// Devices differ by their place on an imaginary bus.
void describe_identity(cudaDeviceProp& properties, int device) {
  std::strncpy(properties.name, device_profile.name, sizeof properties.name - 1);
  std::memcpy(properties.uuid.bytes, "gridmark device", 15);
  properties.uuid.bytes[15] = static_cast<char>(device);
  properties.pciBusID = device + 1;
}

}  // namespace

cudaDeviceProp described_device(int device) {
  cudaDeviceProp properties{};
  describe_identity(properties, device);
  describe_memory(properties);
  describe_textures(properties);
  describe_execution(properties);
  return properties;
}

}  // namespace gridmark::emulation

using namespace gridmark::emulation;

extern "C" {

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp* properties, int device) {
  if (!properties) return remember(cudaErrorInvalidValue);
  if (!is_device(device)) return remember(no_such_device());
  *properties = described_device(device);
  return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int* value, enum cudaDeviceAttr attribute, int device) {
  if (!value) return remember(cudaErrorInvalidValue);
  if (!is_device(device)) return remember(no_such_device());
  const cudaDeviceProp p = described_device(device);
  switch (static_cast<int>(attribute)) {
#define GRIDMARK_VALUE(name, number, found) \
  case number:                              \
    *value = static_cast<int>(found);       \
    return cudaSuccess;
    GRIDMARK_DEVICE_ATTRIBUTES(GRIDMARK_VALUE)
#undef GRIDMARK_VALUE
  }
  return remember(cudaErrorInvalidValue);
}

/// All devices are alike, so the current one is always a best match.
cudaError_t cudaChooseDevice(int* device, const struct cudaDeviceProp* wanted) {
  if (!device || !wanted) return remember(cudaErrorInvalidValue);
  *device = current_device();
  return cudaSuccess;
}

}  // extern "C"
