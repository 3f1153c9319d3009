// Feature: __CUDA_ARCH__, __CUDACC__, __NVCC__ and version macros, as programs test them
#include "../check.h"

#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ < 600)
__device__ double atomicAdd(double* address, double value) { return *address += value; }
#endif
#ifdef __CUDACC__
#define HD __host__ __device__
#else
#define HD
#endif
#ifndef __CUDACC_RTC__
#define NOT_RTC 1
#endif
#if !defined(__NVCC__) || __CUDACC_VER_MAJOR__ < 11 || !defined(__CUDACC_VER_MINOR__) || \
    !defined(__CUDACC_VER_BUILD__)
#error "this is nvcc, of a recent version"
#endif
#if CUDART_VERSION < 11000 || !defined(__CUDACC_EXTENDED_LAMBDA__)
#error "so is the runtime, and lambdas are extended"
#endif

HD int architecture() {
#ifdef __CUDA_ARCH__
  return __CUDA_ARCH__;
#else
  return 0;
#endif
}
__device__ float load(const float* p) {
#if __CUDA_ARCH__ >= 350
  return __ldg(p);
#else
  return *p;
#endif
}
HD inline float reciprocal(float x) {
#if defined(__CUDA_ARCH__)
  return __frcp_rn(x);
#else
  return 1.0f / x;
#endif
}
HD void stop_if(bool condition) {
  if (!condition) return;
#ifdef __CUDA_ARCH__
  __trap();
#else
  abort();
#endif
}
__global__ void kernel(float* p, int* out) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
  out[0] = 700;
#elif defined(__CUDA_ARCH__)
  out[0] = 1;
#endif
  out[1] = architecture() >= 700;
  p[1] = load(p) + reciprocal(4);
  stop_if(false);
}

int main() {
  coverage::Buffer<float> p(std::vector<float>{3, 0});
  coverage::Buffer<int> out(2);
  kernel<<<1, 1>>>(p, out);
  CHECK(out.get()[0] == 700 && out.get()[1] == 1);
  CHECK(p.get()[1] == 3.25f);
  CHECK(reciprocal(2) == 0.5f);
  CHECK(NOT_RTC == 1);
  stop_if(false);
  return coverage::result();
}
