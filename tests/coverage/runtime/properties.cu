// Feature: cudaDeviceProp and every cudaDeviceAttr
#include "../check.h"

int main() {
  int count = 0, device = -1;
  CUDA(cudaGetDeviceCount(&count));
  CHECK(count >= 1);
  CUDA(cudaGetDevice(&device));
  CHECK(device == 0);
  cudaDeviceProp p{};
  CUDA(cudaGetDeviceProperties(&p, device));
  CHECK(p.name[0] != 0);
  CHECK(p.warpSize == 32 && p.maxThreadsPerBlock == 1024);
  CHECK(p.major >= 5 && p.multiProcessorCount > 0);
  CHECK(p.totalGlobalMem > (size_t(1) << 20) && p.sharedMemPerBlock >= 48 * 1024);
  CHECK(p.unifiedAddressing && p.canMapHostMemory && p.managedMemory);
  CHECK(p.textureAlignment > 0 && p.maxTexture2D[0] > 0 && p.maxTexture3D[2] > 0);
  CHECK(p.memoryBusWidth > 0 && p.l2CacheSize > 0 && p.concurrentKernels == 1);

  // Attributes have the same values as the properties.
  const auto attribute = [&](cudaDeviceAttr wanted) {
    int value = -12345;
    CUDA(cudaDeviceGetAttribute(&value, wanted, device));
    return value;
  };
  CHECK(attribute(cudaDevAttrMaxThreadsPerBlock) == p.maxThreadsPerBlock);
  CHECK(attribute(cudaDevAttrMaxBlockDimX) == p.maxThreadsDim[0]);
  CHECK(attribute(cudaDevAttrMaxBlockDimZ) == p.maxThreadsDim[2]);
  CHECK(attribute(cudaDevAttrMaxGridDimX) == p.maxGridSize[0]);
  CHECK(attribute(cudaDevAttrMaxGridDimY) == p.maxGridSize[1]);
  CHECK(attribute(cudaDevAttrMultiProcessorCount) == p.multiProcessorCount);
  CHECK(attribute(cudaDevAttrComputeCapabilityMajor) == p.major);
  CHECK(attribute(cudaDevAttrComputeCapabilityMinor) == p.minor);
  CHECK(attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin) == int(p.sharedMemPerBlockOptin));
  CHECK(attribute(cudaDevAttrMaxTexture2DWidth) == p.maxTexture2D[0]);
  CHECK(attribute(cudaDevAttrTexturePitchAlignment) == int(p.texturePitchAlignment));
  CHECK(attribute(cudaDevAttrCooperativeLaunch) == p.cooperativeLaunch);
  CHECK(attribute(cudaDevAttrMemoryPoolsSupported) == p.memoryPoolsSupported);
  CHECK(attribute(cudaDevAttrClockRate) > 0 && attribute(cudaDevAttrMemoryClockRate) > 0);
  CHECK(attribute(cudaDevAttrMaxPitch) > 0 && attribute(cudaDevAttrSurfaceAlignment) > 0);
  CHECK(attribute(cudaDevAttrConcurrentManagedAccess) == p.concurrentManagedAccess);
  CHECK(attribute(cudaDevAttrReservedSharedMemoryPerBlock) == int(p.reservedSharedMemPerBlock));

  int value = 0;
  CHECK(cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, 0) == cudaErrorInvalidValue);
  CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, count) == cudaErrorInvalidDevice);
  CHECK(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(9999), 0) == cudaErrorInvalidValue);
  CHECK(cudaGetDeviceProperties(&p, -1) == cudaErrorInvalidDevice);
  CHECK(cudaSetDevice(count) == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);

  cudaDeviceProp wish{};
  wish.major = 1;
  CUDA(cudaChooseDevice(&value, &wish));
  CHECK(value >= 0 && value < count);

  char bus[32] = {};
  CUDA(cudaDeviceGetPCIBusId(bus, sizeof bus, 0));
  value = -1;
  CUDA(cudaDeviceGetByPCIBusId(&value, bus));
  CHECK(value == 0);
  CHECK(cudaDeviceGetPCIBusId(bus, 3, 0) == cudaErrorInvalidValue);
  cudaGetLastError();

  int driver = 0, runtime = 0;
  CUDA(cudaDriverGetVersion(&driver));
  CUDA(cudaRuntimeGetVersion(&runtime));
  CHECK(runtime == CUDART_VERSION && driver >= runtime);
  return coverage::result();
}
