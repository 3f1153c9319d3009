// Feature: __launch_bounds__, __maxnreg__, __forceinline__, __noinline__, __restrict__, __grid_constant__, #pragma unroll, in every order
#include "../check.h"

__global__ void __launch_bounds__(256) after_void(int* p) { p[0] = 1; }
__launch_bounds__(128, 4) __global__ void in_front(int* p) { p[1] = 2; }
__global__ __launch_bounds__(64, 2) void in_between(int* p) { p[2] = 3; }
template <int threads>
__global__ void __launch_bounds__(threads, 2048 / threads) in_template(int* p) {
  p[3] = threads;
}
static __global__ void static_kernel(int* p) { p[4] = 5; }
void __global__ swapped(int* p) { p[5] = 6; }
template <class T>
__launch_bounds__(32) static __global__ void templated_static(T* p) {
  p[6] = 7;
}
__attribute__((unused)) __global__ void attributed(int* p) { p[7] = 8; }
__global__ void constant_parameter(const __grid_constant__ int value, int* p) { p[8] = value; }

__device__ __forceinline__ int f1(int x) { return x + 1; }
__forceinline__ __device__ int f2(int x) { return x + 2; }
static __forceinline__ __host__ __device__ int f3(int x) { return x + 3; }
__host__ __device__ __forceinline__ static int f4(int x) { return x + 4; }
inline __device__ int f5(int x) { return x + 5; }
__device__ __noinline__ int f6(int x) { return x + 6; }
__noinline__ __device__ int f7(int x) { return x + 7; }
static __device__ __inline__ int f8(int x) { return x + 8; }
__host__ __device__ constexpr int f9(int x) { return x + 9; }
template <class T> __device__ __forceinline__ T f10(T x) { return x + 10; }
extern __device__ int f11(int x);
__device__ int f11(int x) { return x + 11; }
struct S {
  __device__ __host__ explicit S(int v) : v(v) {}
  __device__ int get() const { return v; }
  __host__ __device__ static int twice(int x) { return 2 * x; }
  __device__ virtual ~S() = default;
  int v;
};
__global__ void functions(int* p) {
  p[0] = f1(0) + f2(0) + f3(0) + f4(0) + f5(0) + f6(0) + f7(0) + f8(0) + f9(0) + f10(0) + f11(0);
  S s(4);
  p[1] = s.get() + S::twice(3);
}

#define UNROLL _Pragma("unroll")
#define UNROLL_BY(n) _Pragma("unroll 2")
constexpr int depth = 3;
template <int n>
__global__ void loops(const float* __restrict__ in, float* __restrict__ out) {
  float sum = 0;
#pragma unroll
  for (int i = 0; i < 4; ++i) sum += in[i];
#pragma unroll 4
  for (int i = 0; i < 4; ++i) sum += in[i];
#pragma unroll(2)
  for (int i = 0; i < 4; ++i) sum += in[i];
#pragma unroll 1
  for (int i = 0; i < 4; ++i) sum += in[i];
#pragma unroll n
  for (int i = 0; i < 4; ++i) sum += in[i];
#pragma unroll depth
  for (int i = 0; i < 4; ++i) {
    sum += in[i];
  }
#pragma nounroll
  for (int i = 0; i < 4; ++i) sum += in[i];
  UNROLL
  for (int i = 0; i < 4; ++i) sum += in[i];
  UNROLL_BY(2) for (int i = 0; i < 4; ++i) sum += in[i];
  int i = 0;
#pragma unroll
  while (i < 4) sum += in[i++];
  out[0] = sum;
}

int main() {
  coverage::Buffer<int> out(9);
  int* p = out;
  after_void<<<1, 1>>>(p);
  in_front<<<1, 1>>>(p);
  in_between<<<1, 1>>>(p);
  in_template<64><<<1, 1>>>(p);
  static_kernel<<<1, 1>>>(p);
  swapped<<<1, 1>>>(p);
  templated_static<<<1, 1>>>(p);
  attributed<<<1, 1>>>(p);
  constant_parameter<<<1, 1>>>(9, p);
  const auto r = out.get();
  const int expected[] = {1, 2, 3, 64, 5, 6, 7, 8, 9};
  for (int i = 0; i < 9; ++i) CHECK(r[i] == expected[i]);
  functions<<<1, 1>>>(p);
  CHECK(out.get()[0] == 66 && out.get()[1] == 10);
  coverage::Buffer<float> in(std::vector<float>{1, 2, 3, 4}), sum(1);
  loops<5><<<1, 1>>>(in, sum);
  CHECK(sum.get()[0] == 100);
  return coverage::result();
}
