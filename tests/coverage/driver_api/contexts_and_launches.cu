// Feature: the driver API: contexts, memory, streams, launches of the program's own kernels
// Findings: double free: cudaFree() at
// Link: -lcuda
#include <cuda.h>

#include <cstring>

#include "../check.h"

#define DRIVER(call) CHECK((call) == CUDA_SUCCESS)

__global__ void scale(float* values, float factor, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] *= factor;
}

int main() {
  DRIVER(cuInit(0));
  int count = 0, version = 0, warp = 0;
  DRIVER(cuDeviceGetCount(&count));
  CHECK(count >= 1);
  DRIVER(cuDriverGetVersion(&version));
  CHECK(version >= 11000);
  CUdevice device = -1;
  DRIVER(cuDeviceGet(&device, 0));
  CHECK(cuDeviceGet(&device, 1000) == CUDA_ERROR_INVALID_DEVICE);
  char name[100] = {};
  size_t bytes = 0;
  DRIVER(cuDeviceGetName(name, sizeof name, device));
  CHECK(name[0] != 0);
  DRIVER(cuDeviceTotalMem(&bytes, device));
  CHECK(bytes > (1 << 20));
  DRIVER(cuDeviceGetAttribute(&warp, CU_DEVICE_ATTRIBUTE_WARP_SIZE, device));
  CHECK(warp == 32);
  const char* text = nullptr;
  DRIVER(cuGetErrorName(CUDA_ERROR_INVALID_VALUE, &text));
  CHECK(!std::strcmp(text, "CUDA_ERROR_INVALID_VALUE"));
  DRIVER(cuGetErrorString(CUDA_ERROR_OUT_OF_MEMORY, &text));
  CHECK(!std::strcmp(text, "out of memory"));
  DRIVER(cuGetErrorString(CUDA_ERROR_CONTEXT_ALREADY_CURRENT, &text));
  CHECK(!std::strcmp(text, "context already current"));
  CHECK(cuGetErrorString(static_cast<CUresult>(12345), &text) == CUDA_ERROR_INVALID_VALUE);

  CUcontext context = nullptr, current = nullptr;
  DRIVER(cuDevicePrimaryCtxRetain(&context, device));
  DRIVER(cuCtxSetCurrent(context));
  DRIVER(cuCtxGetCurrent(&current));
  CHECK(current == context);
  DRIVER(cuCtxPopCurrent(&current));
  DRIVER(cuCtxPushCurrent(context));
  DRIVER(cuCtxGetDevice(&device));
  CHECK(device == 0);

  int n = 1000;
  std::vector<float> host(n, 3.f);
  CUdeviceptr values = 0;
  DRIVER(cuMemAlloc(&values, n * sizeof(float)));
  DRIVER(cuMemcpyHtoD(values, host.data(), n * sizeof(float)));
  CUstream stream;
  CUevent start, stop;
  DRIVER(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  DRIVER(cuEventCreate(&start, CU_EVENT_DEFAULT));
  DRIVER(cuEventCreate(&stop, CU_EVENT_DEFAULT));
  cudaFunction_t kernel = nullptr;
  CUDA(cudaGetFuncBySymbol(&kernel, (const void*)scale));
  float factor = 2, time = -1;
  void* arguments[] = {&values, &factor, &n};
  DRIVER(cuEventRecord(start, stream));
  DRIVER(cuLaunchKernel(kernel, 8, 1, 1, 128, 1, 1, 0, stream, arguments, nullptr));
  DRIVER(cuEventRecord(stop, stream));
  DRIVER(cuStreamSynchronize(stream));
  DRIVER(cuEventElapsedTime(&time, start, stop));
  CHECK(time > 0);
  DRIVER(cuMemcpyDtoH(host.data(), values, n * sizeof(float)));
  CHECK(host[0] == 6 && host[n - 1] == 6);
  CHECK(cuLaunchKernel(kernel, 1, 1, 1, 5000, 1, 1, 0, stream, arguments, nullptr) != CUDA_SUCCESS);
  CHECK(cudaGetLastError() == cudaSuccess);  // the driver API leaves nothing there

  DRIVER(cuMemsetD32(values, 0x3f800000u, n));
  DRIVER(cuCtxSynchronize());
  DRIVER(cuMemcpyDtoH(host.data(), values, n * sizeof(float)));
  CHECK(host[0] == 1 && host[n - 1] == 1);
  unsigned type = 0;
  DRIVER(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, values));
  CHECK(type == CU_MEMORYTYPE_DEVICE);
  CUdeviceptr base = 0;
  DRIVER(cuMemGetAddressRange(&base, &bytes, values + 100));
  CHECK(base == values && bytes == n * sizeof(float));
  CUmodule module;
  CHECK(cuModuleLoadData(&module, "no device code") != CUDA_SUCCESS);
  DRIVER(cuMemFree(values));
  CHECK(cuMemFree(values) == CUDA_ERROR_INVALID_VALUE);
  DRIVER(cuEventDestroy(start));
  DRIVER(cuEventDestroy(stop));
  DRIVER(cuStreamDestroy(stream));
  DRIVER(cuDevicePrimaryCtxRelease(device));
  return coverage::result();
}
