// Feature: loads and stores with cache hints: __ldg, __ldcs, __ldcg, __ldca, __ldlu, __ldcv, __stcs, __stcg, __stwb, __stwt
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "../check.h"

__global__ void copy(const float4* in, float4* out, const half2* h, half2* hout, const unsigned char* c,
                     double* d) {
  __stcs(&out[0], __ldcs(&in[0]));
  __stcg(out + 1, __ldcg(in + 1));
  __stwb(out + 2, __ldca(in + 2));
  __stwt(out + 3, __ldlu(in + 3));
  out[4] = __ldcv(in + 4);
  out[5] = __ldg(in + 5);
  __stcs(hout, __ldcs(h));
  *reinterpret_cast<__nv_bfloat16*>(hout + 1) = __ldg(reinterpret_cast<const __nv_bfloat16*>(h));
  __stcg(d, __ldg(c) + 1);  // an int becomes a double
  __stwt(reinterpret_cast<long long*>(d) + 1, 5);
  __stcs(reinterpret_cast<int2*>(d) + 2, make_int2(3, 4));
}

int main() {
  std::vector<float4> in;
  for (int i = 0; i < 6; ++i) in.push_back(make_float4(i, i + 0.25f, i + 0.5f, i + 0.75f));
  half2 pair;
  pair.x = __float2half(3.0f), pair.y = __float2half(4.0f);
  coverage::Buffer<float4> from(in), to(6);
  coverage::Buffer<half2> h(1, pair), hout(2);
  coverage::Buffer<unsigned char> c(1, 255);
  coverage::Buffer<double> d(3);
  copy<<<1, 1>>>(from, to, h, hout, c, d);
  const auto out = to.get();
  for (int i = 0; i < 6; ++i)
    CHECK(out[i].x == i && out[i].y == i + 0.25f && out[i].z == i + 0.5f && out[i].w == i + 0.75f);
  const auto halves = hout.get();
  CHECK(__half2float(halves[0].x) == 3 && __half2float(halves[0].y) == 4 &&
        __half_as_ushort(halves[1].x) == 0x4200);
  const auto doubles = d.get();
  CHECK(doubles[0] == 256);
  CHECK(reinterpret_cast<const long long&>(doubles[1]) == 5 &&
        reinterpret_cast<const int2&>(doubles[2]).y == 4);
  return coverage::result();
}
