// A C file that uses the runtime and libraries; c_files.cu calls it.
#include "in_c.h"

#include <cublas_v2.h>
#include <cuda.h>
#include <cuda_runtime.h>
#include <curand.h>
#include <stdlib.h>

#define TRY(call) \
  if ((call) != cudaSuccess) return 0

size_t size_in_c(enum of_interest type) {
  switch (type) {
    case of_dim3:
      return sizeof(dim3);
    case of_float3:
      return sizeof(float3);
    case of_double4:
      return sizeof(double4);
    case of_properties:
      return sizeof(struct cudaDeviceProp);
    case of_copy_parameters:
      return sizeof(struct cudaMemcpy3DParms);
    case of_launch_config:
      return sizeof(cudaLaunchConfig_t);
    case of_node_parameters:
      return sizeof(struct cudaGraphNodeParams);
    default:
      return 0;
  }
}

int doubled_in_c(float* values, int n) {
  float* device;
  dim3 block = {128, 1, 1};
  cudaStream_t stream;
  cudaEvent_t event;
  TRY(cudaMalloc((void**)&device, n * sizeof(float)));
  TRY(cudaStreamCreate(&stream));
  TRY(cudaEventCreate(&event));
  TRY(cudaMemcpyAsync(device, values, n * sizeof(float), cudaMemcpyHostToDevice, stream));
  launch_doubling(device, n, block, stream);
  TRY(cudaEventRecord(event, stream));
  TRY(cudaEventSynchronize(event));
  TRY(cudaMemcpy(values, device, n * sizeof(float), cudaMemcpyDeviceToHost));
  TRY(cudaStreamDestroy(stream));
  TRY(cudaFree(device));
  return cudaGetLastError() == cudaSuccess;
}

int allocations_in_c(void) {
  void *managed, *pitched, *host;
  size_t pitch;
  int value = 7;
  struct cudaPointerAttributes attributes;
  struct cudaPitchedPtr cube;
  TRY(cudaMallocManaged(&managed, 64, cudaMemAttachGlobal));
  TRY(cudaMallocPitch(&pitched, &pitch, 100, 3));
  TRY(cudaMallocHost(&host, 64));
  TRY(cudaMalloc3D(&cube, make_cudaExtent(10, 2, 2)));
  TRY(cudaMemset2D(pitched, pitch, 5, 100, 3));
  TRY(cudaMemcpy2D(&value, 1, (char*)pitched + 2 * pitch + 96, pitch, 1, 1, cudaMemcpyDeviceToHost));
  TRY(cudaPointerGetAttributes(&attributes, host));
  TRY(cudaFree(managed));
  TRY(cudaFree(pitched));
  TRY(cudaFree(cube.ptr));
  TRY(cudaFreeHost(host));
  return (value & 0xff) == 5 && pitch >= 100 && attributes.type == cudaMemoryTypeHost;
}

double dot_in_c(void) {
  const float x[3] = {1, 2, 3};
  float *device, result = 0;
  cublasHandle_t handle;
  cuComplex i = make_cuComplex(0, 1);
  if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) return -1;
  cudaMalloc((void**)&device, sizeof x);
  cudaMemcpy(device, x, sizeof x, cudaMemcpyHostToDevice);
  cublasSdot(handle, 3, device, 1, device, 1, &result);
  cublasDestroy(handle);
  cudaFree(device);
  return result + cuCrealf(cuCmulf(i, i)) + cuCabs(make_cuDoubleComplex(3, 4));
}

int uniform_in_c(float* values, int n) {
  float* device;
  curandGenerator_t generator;
  if (curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT) != CURAND_STATUS_SUCCESS) return 0;
  TRY(cudaMalloc((void**)&device, n * sizeof(float)));
  curandSetPseudoRandomGeneratorSeed(generator, 99ULL);
  if (curandGenerateUniform(generator, device, n) != CURAND_STATUS_SUCCESS) return 0;
  TRY(cudaMemcpy(values, device, n * sizeof(float), cudaMemcpyDeviceToHost));
  curandDestroyGenerator(generator);
  TRY(cudaFree(device));
  return 1;
}

int devices_in_c(void) {
  int count = 0;
  return cuInit(0) == CUDA_SUCCESS && cuDeviceGetCount(&count) == CUDA_SUCCESS ? count : -1;
}
