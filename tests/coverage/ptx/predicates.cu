// Feature: inline PTX: predicates (setp with all comparisons, @p, @!p, selp, set, p|q), scopes and the registers declared in them
#include "../check.h"

#define ABS_DIFF(result, a, b)                      \
  asm volatile("{\n\t"                              \
               ".reg .pred %%p, %%q;\n\t"           \
               "setp.lt.s32 %%p|%%q, %1, %2;\n\t"   \
               "@%%p sub.s32 %0, %2, %1;\n\t"       \
               "@%%q sub.s32 %0, %1, %2;\n\t"       \
               "}"                                  \
               : "=r"(result)                       \
               : "r"(a), "r"(b))

__global__ void integers(const int* a, const int* b, int* out) {
  const int x = a[threadIdx.x], y = b[threadIdx.x];
  int* r = out + 10 * threadIdx.x;
  ABS_DIFF(r[0], x, y);
  asm("{ .reg .pred p; setp.hi.u32 p, %1, %2; selp.b32 %0, 10, 20, p; }" : "=r"(r[1]) : "r"(x), "r"(y));
  asm("{ .reg .pred p, q; setp.eq.s32 p, %1, 1; setp.ne.or.s32 q, %2, -1, p; selp.s32 %0, 1, 0, q; }"
      : "=r"(r[2]) : "r"(x), "r"(y));
  asm("{ .reg .pred p, q; setp.ge.s32 p, %1, 0; setp.ge.and.s32 q, %2, 0, !p; selp.s32 %0, 1, 0, q; }"
      : "=r"(r[3]) : "r"(x), "r"(y));
  asm("set.lt.u32.s32 %0, %1, %2;" : "=r"(r[4]) : "r"(x), "r"(y));
  asm("{\n"
      "  .reg .b32 t<3>;      // three registers\n"
      "  mov.b32 t0, %1;      /* a comment */\n"
      "  add.s32 t1, t0, 1;\n"
      "  { .reg .b32 t0; mov.b32 t0, 1000; add.s32 t1, t1, t0; }\n"
      "  add.s32 t2, t0, t1;\n"
      "  mov.b32 %0, t2;\n"
      "}\n" : "=r"(r[5]) : "r"(x & 0xffff));
  r[6] = 5;
  asm("{ .reg .pred p; setp.ne.b32 p, %1, 0; @!p mov.s32 %0, 6; }" : "+r"(r[6]) : "r"((int)(x == y)));
  asm("{ .reg .pred p, q; setp.gt.s32 p, %1, 0; setp.gt.s32 q, %2, 0; xor.pred p, p, q; not.pred p, p; selp.b32 %0, 1, 0, p; }"
      : "=r"(r[7]) : "r"(x), "r"(y));
  // Both results are joined with the third predicate.
  asm("{ .reg .pred p, q, c; setp.gt.s32 c, %3, 0; setp.lt.and.s32 p|q, %2, %3, c; selp.s32 %0, 1, 0, p; selp.s32 %1, 1, 0, q; }"
      : "=r"(r[8]), "=r"(r[9]) : "r"(x), "r"(y));
}

__device__ bool greater_unordered(float a, float b) {
  int result;
  asm("{ .reg .pred p; setp.gtu.f32 p, %1, %2; selp.s32 %0, 1, 0, p; }" : "=r"(result) : "f"(a), "f"(b));
  return result;
}
__device__ bool differs_ordered(float a, float b) {
  int result;
  asm("{ .reg .pred p; setp.ne.f32 p, %1, %2; selp.s32 %0, 1, 0, p; }" : "=r"(result) : "f"(a), "f"(b));
  return result;
}
__global__ void reals(const float* a, const float* b, int* out) {
  const float x = a[threadIdx.x], y = b[threadIdx.x];
  int* r = out + 4 * threadIdx.x;
  r[0] = greater_unordered(x, y);
  r[1] = differs_ordered(x, y);
  asm("{ .reg .pred p; setp.nan.f32 p, %1, %2; selp.s32 %0, 1, 0, p; }" : "=r"(r[2]) : "f"(x), "f"(y));
  asm("{ .reg .pred p; setp.neu.f32 p, %1, %2; selp.s32 %0, 1, 0, p; }" : "=r"(r[3]) : "f"(x), "f"(y));
}

int main() {
  const std::vector<int> edge = {0, 1, -1, 5, -7, 1 << 20};
  std::vector<int> xs, ys;
  for (int x : edge)
    for (int y : edge) xs.push_back(x), ys.push_back(y);
  coverage::Buffer<int> a(xs), b(ys), out(10 * xs.size());
  integers<<<1, xs.size()>>>(a, b, out);
  const auto values = out.get();
  for (size_t i = 0; i < xs.size(); ++i) {
    const int x = xs[i], y = ys[i], *r = &values[10 * i];
    CHECK(r[0] == (x < y ? y - x : x - y));
    CHECK(r[1] == ((unsigned)x > (unsigned)y ? 10 : 20));
    CHECK(r[2] == (y != -1 || x == 1));
    CHECK(r[3] == (y >= 0 && !(x >= 0)));
    CHECK(r[4] == (x < y ? -1 : 0));
    CHECK(r[5] == (x & 0xffff) * 2 + 1001);
    CHECK(r[6] == (x == y ? 5 : 6));
    CHECK(r[7] == ((x > 0) == (y > 0)));
    CHECK(r[8] == (x < y && y > 0) && r[9] == (x >= y && y > 0));
  }
  const float nan = __builtin_nanf("");
  const std::vector<float> fa = {1, 2, 2, nan, 1, nan}, fb = {2, 1, 2, 1, nan, nan};
  coverage::Buffer<float> dfa(fa), dfb(fb);
  coverage::Buffer<int> fout(4 * fa.size());
  reals<<<1, fa.size()>>>(dfa, dfb, fout);
  const auto r = fout.get();
  for (size_t i = 0; i < fa.size(); ++i) {
    const bool unordered = fa[i] != fa[i] || fb[i] != fb[i];
    CHECK(r[4 * i] == (unordered || fa[i] > fb[i]));
    CHECK(r[4 * i + 1] == (!unordered && fa[i] != fb[i]));
    CHECK(r[4 * i + 2] == unordered);
    CHECK(r[4 * i + 3] == (unordered || fa[i] != fb[i]));
  }
  return coverage::result();
}
