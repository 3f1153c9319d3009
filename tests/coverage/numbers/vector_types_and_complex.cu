// Feature: vector types with CUDA's sizes and alignments, make_*, dim3; cuComplex.h, math_constants.h
#include <cuComplex.h>
#include <math_constants.h>

#include <cmath>

#include "../check.h"

#define LAYOUT(type, size, alignment) static_assert(sizeof(type) == size && alignof(type) == alignment, #type)
LAYOUT(char2, 2, 2);
LAYOUT(char3, 3, 1);
LAYOUT(uchar4, 4, 4);
LAYOUT(short2, 4, 4);
LAYOUT(short3, 6, 2);
LAYOUT(ushort4, 8, 8);
LAYOUT(int2, 8, 8);
LAYOUT(int3, 12, 4);
LAYOUT(uint4, 16, 16);
LAYOUT(long2, 16, 16);
LAYOUT(long3, 24, 8);
LAYOUT(longlong2, 16, 16);
LAYOUT(ulonglong3, 24, 8);
LAYOUT(float1, 4, 4);
LAYOUT(float2, 8, 8);
LAYOUT(float3, 12, 4);
LAYOUT(float4, 16, 16);
LAYOUT(double2, 16, 16);
LAYOUT(double3, 24, 8);
LAYOUT(dim3, 12, 4);

// Operators as in sample code. Our headers must not conflict with them.
__host__ __device__ inline float3 operator+(float3 a, float3 b) {
  return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}
__host__ __device__ inline float2 operator*(float s, float2 a) { return make_float2(s * a.x, s * a.y); }

__global__ void compute(float* f, double* d) {
  const float3 sum = make_float3(1, 2, 3) + make_float3(4, 5, 6);
  f[0] = sum.x, f[1] = sum.y, f[2] = sum.z;
  const uchar4 c = make_uchar4(1, 2, 3, 255);
  f[3] = c.w + make_char3(-1, 0, 0).x + make_short2(7, 8).y;
  const cuFloatComplex a = make_cuFloatComplex(1, 2), b = make_cuComplex(3, -4);
  const cuFloatComplex product = cuCmulf(a, b), quotient = cuCdivf(a, b), fused = cuCfmaf(a, b, a);
  f[4] = cuCrealf(product), f[5] = cuCimagf(product), f[6] = quotient.x, f[7] = quotient.y, f[8] = cuCabsf(b);
  f[9] = cuCimagf(cuConjf(a)), f[10] = fused.x, f[11] = cuCsubf(cuCaddf(a, b), a).y;
  const cuDoubleComplex big = make_cuDoubleComplex(1e300, 1e300), one = cuCdiv(big, big);
  d[0] = one.x, d[1] = one.y, d[2] = cuCabs(make_cuDoubleComplex(3e200, 4e200)),
  d[3] = cuComplexFloatToDouble(a).y;
  d[4] = CUDART_PI, d[5] = CUDART_INF_F, d[6] = CUDART_SQRT_TWO_F, d[7] = CUDART_LN2;
  const dim3 grid(make_uint3(2, 3, 4)), line = 7;
  d[8] = grid.y * 100 + line.x * 10 + line.z;
}

int main() {
  coverage::Buffer<float> f(12);
  coverage::Buffer<double> d(9);
  compute<<<1, 1>>>(f, d);
  const auto a = f.get();
  const auto b = d.get();
  CHECK(a[0] == 5 && a[1] == 7 && a[2] == 9 && a[3] == 262 && a[4] == 11 && a[5] == 2);
  CHECK(std::fabs(a[6] + 0.2f) < 1e-7f && std::fabs(a[7] - 0.4f) < 1e-7f && a[8] == 5 && a[9] == -2 &&
        a[10] == 12 && a[11] == -4);
  CHECK(b[0] == 1 && b[1] == 0 && std::fabs(b[2] / 5e200 - 1) < 1e-15 && b[3] == 2);
  CHECK(b[4] == std::acos(-1.0) && std::isinf(b[5]) && b[6] == std::sqrt(2.0f) && b[7] == std::log(2.0) &&
        b[8] == 371);
  const float2 scaled = 2.0f * make_float2(1, 3);
  CHECK(scaled.y == 6);
  return coverage::result();
}
