// Feature: helper headers of vendor samples: guards, error names, choosing the fastest device
#include <cublas_v2.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime_api.h>
#include <curand.h>
#include <device_launch_parameters.h>
#include <driver_functions.h>
#include <driver_types.h>
#include <texture_types.h>
#include <vector_types.h>

#include <cstring>

#include "../check.h"

// Such headers test this before they declare anything.
#ifndef __DRIVER_TYPES_H__
#error "__DRIVER_TYPES_H__ tells that the runtime's types are there"
#endif
#ifndef __CUDA_RUNTIME_H__
#error "__CUDA_RUNTIME_H__ tells that the runtime API is there"
#endif
#ifndef CUBLAS_API_H_
#error "CUBLAS_API_H_ tells that cuBLAS's errors are there to be named"
#endif
#ifndef CURAND_H_
#error "CURAND_H_ tells that cuRAND's errors are there to be named"
#endif
#ifndef CUDART_VERSION
#error "CUDART_VERSION tells the version"
#endif
#ifndef __CUDACC__
#error "__CUDACC__ tells that the compiler takes CUDA"
#endif

static const char* error_enumeration(cudaError_t error) { return cudaGetErrorName(error); }
static const char* error_enumeration(cublasStatus_t error) {
  return error == CUBLAS_STATUS_NOT_INITIALIZED ? "CUBLAS_STATUS_NOT_INITIALIZED" : "another";
}
static const char* error_enumeration(curandStatus_t error) {
  return error == CURAND_STATUS_DOUBLE_PRECISION_REQUIRED ? "CURAND_STATUS_DOUBLE_PRECISION_REQUIRED" : "another";
}

template <typename T>
void check_call(T result, char const* const function, const char* const file, int const line) {
  if (!result) return;
  std::fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line,
               static_cast<unsigned int>(result), error_enumeration(result), function);
  std::exit(EXIT_FAILURE);
}
#define checkCudaErrors(val) check_call((val), #val, __FILE__, __LINE__)
#define getLastCudaError(msg) last_error(msg, __FILE__, __LINE__)

inline void last_error(const char* message, const char* file, const int line) {
  cudaError_t error = cudaGetLastError();
  if (cudaSuccess == error) return;
  std::fprintf(stderr, "%s(%i) : %s : (%d) %s.\n", file, line, message, static_cast<int>(error),
               cudaGetErrorString(error));
  std::exit(EXIT_FAILURE);
}

inline int cores_of(int major, int minor) {
  typedef struct {
    int SM;
    int Cores;
  } sSMtoCores;
  const sSMtoCores known[] = {{0x50, 128}, {0x60, 64},  {0x70, 64},  {0x75, 64}, {0x80, 64},
                              {0x86, 128}, {0x89, 128}, {0x90, 128}, {-1, -1}};
  for (int i = 0; known[i].SM != -1; ++i)
    if (known[i].SM == ((major << 4) + minor)) return known[i].Cores;
  return 128;
}

inline int device_with_most_flops() {
  int best = -1, devices = 0, prohibited = 0;
  unsigned long long most = 0;
  checkCudaErrors(cudaGetDeviceCount(&devices));
  for (int device = 0; device < devices; ++device) {
    int mode = -1, major = 0, minor = 0, processors = 0, clock = 0;
    checkCudaErrors(cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, device));
    checkCudaErrors(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    checkCudaErrors(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
    if (mode == cudaComputeModeProhibited) {
      ++prohibited;
      continue;
    }
    checkCudaErrors(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    const cudaError_t result = cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, device);
    if (result == cudaErrorInvalidValue)
      clock = 1;
    else if (result != cudaSuccess)
      std::exit(EXIT_FAILURE);
    const unsigned long long flops =
        static_cast<unsigned long long>(processors) * cores_of(major, minor) * clock;
    if (flops > most) most = flops, best = device;
  }
  CHECK(prohibited < devices);
  return best;
}

__global__ void nothing() {}

int main() {
  cudaProfilerStart();
  const int device = device_with_most_flops();
  CHECK(device == 0);
  checkCudaErrors(cudaSetDevice(device));
  nothing<<<1, 1>>>();
  getLastCudaError("nothing<<<>>> execution failed");
  checkCudaErrors(cudaDeviceSynchronize());
  CHECK(!std::strcmp(error_enumeration(cudaErrorNotSupported), "cudaErrorNotSupported"));
  CHECK(std::strstr(error_enumeration(CUBLAS_STATUS_NOT_INITIALIZED), "INITIALIZED"));
  CHECK(std::strstr(error_enumeration(CURAND_STATUS_DOUBLE_PRECISION_REQUIRED), "DOUBLE"));
  cudaProfilerStop();
  return coverage::result();
}
