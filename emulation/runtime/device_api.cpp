// The device itself: waiting for it, asking about it.
#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "emulation/runtime/device_memory.h"
#include "emulation/runtime/device_profile.h"
#include "emulation/runtime/free_everything.h"
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
  properties.memoryClockRate = device.memory_clock_khz;
  properties.memoryBusWidth = device.memory_bus_bits;
  properties.memPitch = 2147483647;
  properties.textureAlignment = 512;
  properties.texturePitchAlignment = 32;
  properties.surfaceAlignment = 512;
  properties.globalL1CacheSupported = properties.localL1CacheSupported = 1;
  properties.managedMemory = properties.canMapHostMemory = properties.unifiedAddressing = 1;
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
  properties.concurrentKernels = properties.deviceOverlap = properties.cooperativeLaunch = 1;
  properties.asyncEngineCount = 3;
  properties.singleToDoublePrecisionPerfRatio = 2;
}

cudaDeviceProp described_device() {
  cudaDeviceProp properties{};
  std::strncpy(properties.name, device_profile.name, sizeof properties.name - 1);
  describe_memory(properties);
  describe_execution(properties);
  return properties;
}

constexpr std::pair<cudaDeviceAttr, int cudaDeviceProp::*> int_attributes[] = {
    {cudaDevAttrMaxThreadsPerBlock, &cudaDeviceProp::maxThreadsPerBlock},
    {cudaDevAttrWarpSize, &cudaDeviceProp::warpSize},
    {cudaDevAttrMaxRegistersPerBlock, &cudaDeviceProp::regsPerBlock},
    {cudaDevAttrMaxRegistersPerMultiprocessor, &cudaDeviceProp::regsPerMultiprocessor},
    {cudaDevAttrClockRate, &cudaDeviceProp::clockRate},
    {cudaDevAttrMemoryClockRate, &cudaDeviceProp::memoryClockRate},
    {cudaDevAttrGlobalMemoryBusWidth, &cudaDeviceProp::memoryBusWidth},
    {cudaDevAttrL2CacheSize, &cudaDeviceProp::l2CacheSize},
    {cudaDevAttrMultiProcessorCount, &cudaDeviceProp::multiProcessorCount},
    {cudaDevAttrMaxThreadsPerMultiProcessor, &cudaDeviceProp::maxThreadsPerMultiProcessor},
    {cudaDevAttrMaxBlocksPerMultiprocessor, &cudaDeviceProp::maxBlocksPerMultiProcessor},
    {cudaDevAttrAsyncEngineCount, &cudaDeviceProp::asyncEngineCount},
    {cudaDevAttrComputeCapabilityMajor, &cudaDeviceProp::major},
    {cudaDevAttrComputeCapabilityMinor, &cudaDeviceProp::minor},
    {cudaDevAttrSingleToDoublePrecisionPerfRatio, &cudaDeviceProp::singleToDoublePrecisionPerfRatio},
    {cudaDevAttrGpuOverlap, &cudaDeviceProp::deviceOverlap},
    {cudaDevAttrConcurrentKernels, &cudaDeviceProp::concurrentKernels},
    {cudaDevAttrCanMapHostMemory, &cudaDeviceProp::canMapHostMemory},
    {cudaDevAttrUnifiedAddressing, &cudaDeviceProp::unifiedAddressing},
    {cudaDevAttrManagedMemory, &cudaDeviceProp::managedMemory},
    {cudaDevAttrHostRegisterSupported, &cudaDeviceProp::hostRegisterSupported},
    {cudaDevAttrCanUseHostPointerForRegisteredMem, &cudaDeviceProp::canUseHostPointerForRegisteredMem},
    {cudaDevAttrGlobalL1CacheSupported, &cudaDeviceProp::globalL1CacheSupported},
    {cudaDevAttrLocalL1CacheSupported, &cudaDeviceProp::localL1CacheSupported},
    {cudaDevAttrKernelExecTimeout, &cudaDeviceProp::kernelExecTimeoutEnabled},
    {cudaDevAttrIntegrated, &cudaDeviceProp::integrated},
    {cudaDevAttrComputeMode, &cudaDeviceProp::computeMode},
    {cudaDevAttrEccEnabled, &cudaDeviceProp::ECCEnabled},
    {cudaDevAttrPciBusId, &cudaDeviceProp::pciBusID},
    {cudaDevAttrPciDeviceId, &cudaDeviceProp::pciDeviceID},
    {cudaDevAttrPciDomainId, &cudaDeviceProp::pciDomainID},
    {cudaDevAttrTccDriver, &cudaDeviceProp::tccDriver},
    {cudaDevAttrStreamPrioritiesSupported, &cudaDeviceProp::streamPrioritiesSupported},
    {cudaDevAttrIsMultiGpuBoard, &cudaDeviceProp::isMultiGpuBoard},
    {cudaDevAttrMultiGpuBoardGroupID, &cudaDeviceProp::multiGpuBoardGroupID},
    {cudaDevAttrHostNativeAtomicSupported, &cudaDeviceProp::hostNativeAtomicSupported},
    {cudaDevAttrPageableMemoryAccess, &cudaDeviceProp::pageableMemoryAccess},
    {cudaDevAttrConcurrentManagedAccess, &cudaDeviceProp::concurrentManagedAccess},
    {cudaDevAttrComputePreemptionSupported, &cudaDeviceProp::computePreemptionSupported},
    {cudaDevAttrCooperativeLaunch, &cudaDeviceProp::cooperativeLaunch},
    {cudaDevAttrPageableMemoryAccessUsesHostPageTables,
     &cudaDeviceProp::pageableMemoryAccessUsesHostPageTables},
    {cudaDevAttrDirectManagedMemAccessFromHost, &cudaDeviceProp::directManagedMemAccessFromHost},
    {cudaDevAttrMemoryPoolsSupported, &cudaDeviceProp::memoryPoolsSupported},
    {cudaDevAttrClusterLaunch, &cudaDeviceProp::clusterLaunch},
};
constexpr std::pair<cudaDeviceAttr, std::size_t cudaDeviceProp::*> size_attributes[] = {
    {cudaDevAttrMaxSharedMemoryPerBlock, &cudaDeviceProp::sharedMemPerBlock},
    {cudaDevAttrMaxSharedMemoryPerBlockOptin, &cudaDeviceProp::sharedMemPerBlockOptin},
    {cudaDevAttrMaxSharedMemoryPerMultiprocessor, &cudaDeviceProp::sharedMemPerMultiprocessor},
    {cudaDevAttrReservedSharedMemoryPerBlock, &cudaDeviceProp::reservedSharedMemPerBlock},
    {cudaDevAttrTotalConstantMemory, &cudaDeviceProp::totalConstMem},
    {cudaDevAttrMaxPitch, &cudaDeviceProp::memPitch},
    {cudaDevAttrTextureAlignment, &cudaDeviceProp::textureAlignment},
};

/// Nothing for an attribute that the emulated device does not know.
std::optional<int> attribute_value(cudaDeviceAttr attribute, const cudaDeviceProp& properties) {
  for (const auto& [known, member] : int_attributes)
    if (known == attribute) return properties.*member;
  for (const auto& [known, member] : size_attributes)
    if (known == attribute) return static_cast<int>(properties.*member);
  if (attribute >= cudaDevAttrMaxBlockDimX && attribute <= cudaDevAttrMaxBlockDimZ)
    return properties.maxThreadsDim[attribute - cudaDevAttrMaxBlockDimX];
  if (attribute >= cudaDevAttrMaxGridDimX && attribute <= cudaDevAttrMaxGridDimZ)
    return properties.maxGridSize[attribute - cudaDevAttrMaxGridDimX];
  return std::nullopt;
}

std::size_t limits[] = {1024, 1 << 20, 8 << 20};  // stack, printf, heap: remembered, without effect

}  // namespace

/// By threads, blocks and shared memory; how many registers a kernel takes is not known.
int resident_blocks(int block_threads, std::size_t dynamic_shared_bytes) {
  const DeviceProfile& device = device_profile;
  if (block_threads < 1 || block_threads > static_cast<int>(device.threads_per_block)) return 0;
  const int warps = (block_threads + 31) / 32;
  const std::size_t shared = dynamic_shared_bytes + device.shared_bytes_reserved_per_block;
  const int by_shared = static_cast<int>(device.shared_bytes_per_processor / shared);
  return std::min({device.threads_per_processor / 32 / warps, device.blocks_per_processor, by_shared});
}

}  // namespace gridmark::emulation

using namespace gridmark::emulation;

extern "C" {

cudaError_t cudaDeviceSynchronize() {
  const DeviceLock lock(device_mutex());
  Streams::instance().complete_all();
  return with_faults(cudaSuccess);
}

cudaError_t cudaDeviceReset() {
  const DeviceLock lock(device_mutex());
  Streams::instance().complete_all();
  free_everything();
  forget_sticky_error();
  cudaGetLastError();
  return cudaSuccess;
}

cudaError_t cudaGetDevice(int* device) {
  if (!device) return remember(cudaErrorInvalidValue);
  *device = 0;
  return cudaSuccess;
}

cudaError_t cudaSetDevice(int device) { return device == 0 ? cudaSuccess : remember(cudaErrorInvalidDevice); }

cudaError_t cudaGetDeviceCount(int* count) {
  if (!count) return remember(cudaErrorInvalidValue);
  *count = 1;
  return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp* properties, int device) {
  if (!properties) return remember(cudaErrorInvalidValue);
  if (device != 0) return remember(cudaErrorInvalidDevice);
  *properties = described_device();
  return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int* value, enum cudaDeviceAttr attribute, int device) {
  if (device != 0) return remember(cudaErrorInvalidDevice);
  const std::optional<int> found = attribute_value(attribute, described_device());
  if (!value || !found) return remember(cudaErrorInvalidValue);
  *value = *found;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetLimit(size_t* value, enum cudaLimit limit) {
  if (limit < 0 || limit > cudaLimitMallocHeapSize) return remember(cudaErrorUnsupportedLimit);
  if (!value) return remember(cudaErrorInvalidValue);
  *value = limits[limit];
  return cudaSuccess;
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value) {
  if (limit < 0 || limit > cudaLimitMallocHeapSize) return remember(cudaErrorUnsupportedLimit);
  limits[limit] = value;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least) *least = 0;
  if (greatest) *greatest = 0;
  return cudaSuccess;
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  if (!can) return remember(cudaErrorInvalidValue);
  *can = 0;
  return device == 0 && peer == 0 ? cudaSuccess : remember(cudaErrorInvalidDevice);
}

static cudaError_t give_version(int* version) {
  if (!version) return remember(cudaErrorInvalidValue);
  *version = runtime_version;
  return cudaSuccess;
}
cudaError_t cudaDriverGetVersion(int* version) { return give_version(version); }
cudaError_t cudaRuntimeGetVersion(int* version) { return give_version(version); }

// Settings of a real device that the emulated one works without.
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache) { return cudaSuccess; }
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig) { return cudaSuccess; }
cudaError_t cudaSetDeviceFlags(unsigned int) { return cudaSuccess; }
cudaError_t cudaProfilerStart() { return cudaSuccess; }
cudaError_t cudaProfilerStop() { return cudaSuccess; }

}  // extern "C"
