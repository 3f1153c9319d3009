// Feature: __CUDA_ARCH__, __CUDACC__, __NVCC__ and version macros, as programs test them
#include <type_traits>

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
// A branch may declare names for the rest, or exist on one side only.
struct Traced {
  int value, made_on_host = 0;
  HD explicit Traced(int v) : value(v) {
#ifndef __CUDA_ARCH__
    made_on_host = 1;
#endif
  }
  template <class T>
  HD T where() const {
#ifdef __CUDA_ARCH__
    const T thread = threadIdx.x;
#else
    const T thread = -1;
    static_assert(!std::is_void<T>::value, "host code may use the C++ library");
#endif
    return thread + value;
  }
};
__global__ void traced(int* out) {
  const Traced made(100);
  out[threadIdx.x] = made.where<int>() + 1000 * made.made_on_host;
}
template <class F>
__global__ void call(F f, int* out) {
  *out = f(1);
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
  CHECK(architecture() == 0);

  coverage::Buffer<int> places(4);
  traced<<<1, 4>>>(places);
  CHECK(places.get()[0] == 100 && places.get()[3] == 103);
  CHECK(Traced(7).where<int>() == 6 && Traced(7).made_on_host == 1);
  const auto side = [] HD(int x) {
#ifdef __CUDA_ARCH__
    return x + 10;
#else
    return x + 20;
#endif
  };
  call<<<1, 1>>>(side, static_cast<int*>(places));
  CHECK(places.get()[0] == 11 && side(1) == 21);
#ifdef __CUDA_ARCH__
  CHECK(!"main is host code");
#endif
  CHECK(NOT_RTC == 1);
  stop_if(false);
  return coverage::result();
}
