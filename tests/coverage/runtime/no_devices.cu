// Feature: a machine without a device
// Environment: GRIDMARK_DEVICES=0
#include "../check.h"

__global__ void nothing() {}

static void expect_none(cudaError_t error, const char* call) {
  if (error == cudaErrorNoDevice && cudaGetLastError() == cudaErrorNoDevice) return;
  std::printf("%s: %s\n", call, cudaGetErrorName(error));
  CHECK(error == cudaErrorNoDevice);
}
#define NONE(call) expect_none(call, #call)

int main() {
  int count = -1, current = -1, value = 0;
  NONE(cudaGetDeviceCount(&count));
  CHECK(count == 0);
  CHECK(cudaGetLastError() == cudaSuccess);  // the error does not stick

  cudaDeviceProp properties{};
  std::size_t free_bytes = 0, total_bytes = 0;
  void* memory = nullptr;
  cudaStream_t stream = nullptr;
  NONE(cudaGetDevice(&current));
  NONE(cudaSetDevice(0));
  NONE(cudaGetDeviceProperties(&properties, 0));
  NONE(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0));
  NONE(cudaMemGetInfo(&free_bytes, &total_bytes));
  NONE(cudaMalloc(&memory, 16));
  NONE(cudaMallocHost(&memory, 16));
  NONE(cudaMallocManaged(&memory, 16));
  NONE(cudaStreamCreate(&stream));
  NONE(cudaMemcpy(&count, &value, sizeof value, cudaMemcpyDefault));
  NONE(cudaDeviceSynchronize());
  nothing<<<1, 1>>>();
  CHECK(cudaGetLastError() == cudaErrorNoDevice);

  int version = 0;
  CUDA(cudaDriverGetVersion(&version));
  CUDA(cudaRuntimeGetVersion(&version));
  CHECK(version > 0);
  if (coverage::failures() == 0) std::puts("ok");
  return coverage::failures() == 0 ? 0 : 1;
}
