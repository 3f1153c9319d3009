// Feature: inline PTX: mma.sync m16n8k16 and m16n8k8 (f16, bf16), tf32, int8 and double, ldmatrix with and without .trans
#include "../check.h"

#include <cmath>
#include <cstdint>

__device__ unsigned window(const void* p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }

#define LDMATRIX_X4(R0, R1, R2, R3, addr)                                             \
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\n"   \
               : "=r"(R0), "=r"(R1), "=r"(R2), "=r"(R3)                               \
               : "r"(addr))
#define LDMATRIX_X2_T(R0, R1, addr)                                                   \
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared::cta.b16 {%0, %1}, [%2];\n" \
               : "=r"(R0), "=r"(R1)                                                   \
               : "r"(addr))

/// D[16][8] = A[16][16] * B[16][8] + C. Halves are given as bits, with float and half accumulators, and bf16.
__global__ void k16(const uint16_t* a, const uint16_t* b, const float* c, float* d, uint16_t* half_d, float* brain_d) {
  __shared__ alignas(16) uint16_t sa[16 * 16], sb[16 * 8];
  const int lane = threadIdx.x;
  for (int i = lane; i < 256; i += 32) sa[i] = a[i];
  for (int i = lane; i < 128; i += 32) sb[i] = b[i];
  __syncwarp();
  unsigned ra[4], rb[2];
  LDMATRIX_X4(ra[0], ra[1], ra[2], ra[3], window(&sa[(lane % 16) * 16 + lane / 16 * 8]));
  LDMATRIX_X2_T(rb[0], rb[1], window(&sb[(lane % 16) * 8]));
  const int g = lane / 4, t = lane % 4;
  float rc[4], rd[4];
  for (int i = 0; i < 4; ++i) rc[i] = c[(g + 8 * (i / 2)) * 8 + 2 * t + i % 2];
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
      "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};\n"
      : "=f"(rd[0]), "=f"(rd[1]), "=f"(rd[2]), "=f"(rd[3])
      : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]), "f"(rc[0]), "f"(rc[1]), "f"(rc[2]), "f"(rc[3]));
  for (int i = 0; i < 4; ++i) d[(g + 8 * (i / 2)) * 8 + 2 * t + i % 2] = rd[i];
  unsigned zero = 0, h[2];
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%8,%9};"
      : "=r"(h[0]), "=r"(h[1])
      : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]), "r"(zero), "r"(zero));
  for (int i = 0; i < 4; ++i) half_d[(g + 8 * (i / 2)) * 8 + 2 * t + i % 2] = (uint16_t)(h[i / 2] >> 16 * (i % 2));
  float bd[4] = {1, 2, 3, 4};
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(bd[0]), "+f"(bd[1]), "+f"(bd[2]), "+f"(bd[3])
      : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]));
  for (int i = 0; i < 4; ++i) brain_d[(g + 8 * (i / 2)) * 8 + 2 * t + i % 2] = bd[i];
}

/// m16n8k8 of halves and of tf32, m8n8k4 of doubles, m16n8k32 of bytes. A is row by row, B column by column.
__global__ void others(const uint16_t* ha, const uint16_t* hb, const float* fa, const float* fb, const double* da,
                       const double* db, const int8_t* ia, const int8_t* ib, float* hd, float* fd, double* dd, int* id) {
  const int lane = threadIdx.x, g = lane / 4, t = lane % 4;
  unsigned a[4], b[2];
  for (int r = 0; r < 2; ++r) a[r] = *(const unsigned*)&ha[(g + 8 * r) * 8 + 2 * t];
  b[0] = *(const unsigned*)&hb[g * 8 + 2 * t];
  float d[4];
  asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%7,%7,%7};"
      : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]), "f"(0.5f));
  for (int i = 0; i < 4; ++i) hd[(g + 8 * (i / 2)) * 8 + 2 * t + i % 2] = d[i];

  for (int r = 0; r < 4; ++r)
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(a[r]) : "f"(fa[(g + 8 * (r % 2)) * 8 + t + 4 * (r / 2)]));
  for (int r = 0; r < 2; ++r) asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(b[r]) : "f"(fb[g * 8 + t + 4 * r]));
  float zero = 0;
  asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%10,%10,%10};"
      : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(zero));
  for (int i = 0; i < 4; ++i) fd[(g + 8 * (i / 2)) * 8 + 2 * t + i % 2] = d[i];

  double e[2];
  asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%4,%5};"
      : "=d"(e[0]), "=d"(e[1]) : "d"(da[g * 4 + t]), "d"(db[g * 4 + t]), "d"(1.0), "d"(1.0));
  for (int i = 0; i < 2; ++i) dd[g * 8 + 2 * t + i] = e[i];

  for (int r = 0; r < 4; ++r) a[r] = *(const unsigned*)&ia[(g + 8 * (r % 2)) * 32 + 4 * t + 16 * (r / 2)];
  for (int r = 0; r < 2; ++r) b[r] = *(const unsigned*)&ib[g * 32 + 4 * t + 16 * r];
  int s[4] = {100, 200, 300, 400};
  asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+r"(s[0]), "+r"(s[1]), "+r"(s[2]), "+r"(s[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  for (int i = 0; i < 4; ++i) id[(g + 8 * (i / 2)) * 8 + 2 * t + i % 2] = s[i];
}

/// Small integers are exact in every type.
uint16_t half_bits(int v) {
  if (v == 0) return 0;
  int m = v < 0 ? -v : v, e = 0;
  while (m >> (e + 1)) ++e;
  return (uint16_t)((v < 0) << 15 | (e + 15) << 10 | (m << (10 - e) & 1023));
}
float brain_value(uint16_t bits) {
  const unsigned wide = (unsigned)bits << 16;
  float f;
  memcpy(&f, &wide, 4);
  return f;
}

int main() {
  unsigned seed = 3;
  const auto small = [&] { return (int)((seed = seed * 1664525u + 1013904223u) >> 24) % 9 - 4; };
  int a[16][16], b[16][8];
  std::vector<uint16_t> ha(256), hb(128);
  std::vector<float> c(128);
  for (int i = 0; i < 256; ++i) ha[i] = half_bits(a[i / 16][i % 16] = small());
  for (int i = 0; i < 128; ++i) hb[i] = half_bits(b[i / 8][i % 8] = small());
  for (float& x : c) x = (float)small() * 0.25f;
  coverage::Buffer<uint16_t> da(ha), db(hb), half_d(128);
  coverage::Buffer<float> dc(c), dd(128), brain_d(128);
  k16<<<1, 32>>>(da, db, dc, dd, half_d, brain_d);
  const auto d = dd.get(), brains = brain_d.get();
  const auto halves = half_d.get();
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 8; ++j) {
      int sum = 0;
      float brain = (float)(1 + i / 8 * 2 + j % 2);
      for (int k = 0; k < 16; ++k) {
        sum += a[i][k] * b[k][j];
        brain += brain_value(ha[16 * i + k]) * brain_value(hb[8 * k + j]);
      }
      CHECK(d[8 * i + j] == sum + c[8 * i + j]);
      CHECK(halves[8 * i + j] == half_bits(sum));
      CHECK(std::fabs(brains[8 * i + j] - brain) <= 1e-5f * std::fabs(brain));
    }

  std::vector<uint16_t> ha8(128), hb8(64);
  std::vector<float> fa(128), fb(64);
  std::vector<double> xa(32), xb(32);
  std::vector<int8_t> ia(512), ib(256);
  for (auto& x : ha8) x = half_bits(small());
  for (auto& x : hb8) x = half_bits(small());
  for (auto& x : fa) x = (float)small() * 1.125f;
  for (auto& x : fb) x = (float)small();
  for (auto& x : xa) x = small() * 0.1;
  for (auto& x : xb) x = small() * 0.3;
  for (auto& x : ia) x = (int8_t)(small() * 31);
  for (auto& x : ib) x = (int8_t)(small() * 29);
  coverage::Buffer<uint16_t> dha(ha8), dhb(hb8);
  coverage::Buffer<float> dfa(fa), dfb(fb), hd(128), fd(128);
  coverage::Buffer<double> dxa(xa), dxb(xb), xd(64);
  coverage::Buffer<int8_t> dia(ia), dib(ib);
  coverage::Buffer<int> id(128);
  others<<<1, 32>>>(dha, dhb, dfa, dfb, dxa, dxb, dia, dib, hd, fd, xd, id);
  const auto hs = hd.get(), fs = fd.get();
  const auto xs = xd.get();
  const auto is = id.get();
  const auto half_value = [](uint16_t h) { return h & 0x7fff ? std::ldexp(1024 + (h & 1023), (h >> 10 & 31) - 25) * (h >> 15 ? -1 : 1) : 0.0; };
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 8; ++j) {
      double h = 0.5, f = 0;
      int s = 100 * (1 + i / 8 * 2 + j % 2);
      for (int k = 0; k < 8; ++k) {
        h += half_value(ha8[8 * i + k]) * half_value(hb8[8 * j + k]);
        f += fa[8 * i + k] * fb[8 * j + k];
      }
      for (int k = 0; k < 32; ++k) s += ia[32 * i + k] * ib[32 * j + k];
      CHECK(hs[8 * i + j] == h);
      CHECK(fs[8 * i + j] == (float)f);
      CHECK(is[8 * i + j] == s);
      if (i < 8) {
        double x = 1;
        for (int k = 0; k < 4; ++k) x += xa[4 * i + k] * xb[4 * j + k];
        CHECK(std::fabs(xs[8 * i + j] - x) < 1e-12);
      }
    }
  return coverage::result();
}
