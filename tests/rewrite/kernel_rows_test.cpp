#include <gtest/gtest.h>

#include <string>

#include "emulation/rewrite/rewrite.h"

namespace gridmark::rewrite {
namespace {

/// The text before every case: names that a kernel may use.
const std::string prelude = R"(
#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
#define SQUARE(x) ((x) * (x))
#define STOP return
#define ADD(x) ((x) += 1)
#define ENDLESS ENDLESS + LESS
#define LESS ENDLESS
__device__ float half_of(float x) { if (x > 1) return x; return fmaxf(x, 0) * 0.5f; }
__device__ float sum_of(float* a, int n) { float s = 0; for (int i = 0; i < n; ++i) s += a[i]; return s; }
__device__ float calls_a_loop(float* a) { return sum_of(a, 3); }
__device__ float calls_itself(float x) { return x > 1 ? calls_itself(x - 1) : x; }
__device__ void through(float& x) { x = 1; }
__device__ int my_index() { return threadIdx.x; }
__device__ float declared_only(float x);
)";

std::string rewritten(const std::string& text) { return rewrite(prelude + text).text.substr(prelude.size()); }

TEST(KernelRows, AStraightKernelGetsItsLoopAndKeepsItsLines) {
  EXPECT_EQ(
      rewritten("__global__ void k(int* a, int n)\n{\n  if (n < 3) return;\n  a[threadIdx.x] = n;\n}\n"),
      "_G_ROWS    void k(int* a, int n)\n{_GROW\n  if (n < 3) _GNEXT;\n  a[threadIdx.x] = n;\n_GEND}\n");
}

TEST(KernelRows, StraightCodeIsRecognised) {
  for (const char* body : {
           "int i = INDEX; if (i < n) a[i] = SQUARE(a[i]) + half_of(a[i]);",
           "if (n > 3 && (n & 1)) return; float* p = &a[n]; *p += (float)n;",
           "switch (n) { case 1: a[0] = 1; break; default: a[1] = static_cast<float>(n); }",
           "float v[4]; v[n % 4] = __ldg(a); a[n] = sqrtf(v[0]) + (n != 3 ? 1 : n == 4);",
       }) {
    const std::string text = std::string("__global__ void k(float* a, int n) { ") + body + " }";
    EXPECT_NE(rewritten(text).find("_GROW"), std::string::npos) << body;
  }
}

TEST(KernelRows, AssemblyIsNotUnderstood) {
  EXPECT_EQ(rewritten("__global__ void k(float* a, int n) { asm(\"\"); a[n] = 1; }").find("_GROW"),
            std::string::npos);
}

TEST(KernelRows, WhateverMayWaitAskOrChangeAParameterIsLeftAlone) {
  for (const char* body : {
           "for (int i = 0; i < n; ++i) a[i] = 1;",
           "while (a[0]);",
           "__syncthreads(); a[n] = 1;",
           "atomicAdd(a, 1.f);",
           "__shared__ int s; s = n;",
           "printf(\"%d\", n);",
           // parameters belong to the row
           "a += threadIdx.x; *a = n;",
           "n--; a[n] = 1;",
           "--n; a[n] = 1;",
           "n <<= 1; a[n] = 1;",
           "(n) = 3; a[n] = 1;",
           "int& m = n; m = 3; a[n] = 1;",
           "auto& m = n; m = 3; a[n] = 1;",
           "int* q = &n; *q = 3; a[n] = 1;",
           "ADD(n); a[n] = 1;",
           "through(a[n]);",
           // a hidden return
           "if (n) STOP; a[n] = 1;",
           // only the kernel itself knows which thread runs
           "a[my_index()] = n;",
           // unknown calls
           "a[n] = sum_of(a, n);",
           "a[n] = calls_a_loop(a);",
           "a[n] = calls_itself(a[n]);",
           "a[n] = declared_only(a[n]);",
           "a[n] = other(a[n]);",
           "a[n] = ns::f(1);",
           "a[n] = table[n](1);",
           "a[n] = (*pointer)(1);",
           "a[n] = g<3>(1);",
           "Class c; a[n] = 1;",
           "Class c(n); a[n] = 1;",
           "a[n] = Class{n};",
           "auto f = [=] { return n; }; a[n] = 1;",
           "object.method(n);",
           "again: a[n] = 1; goto again;",
           "a[ENDLESS] = n; volatile int x = n;",
       }) {
    const std::string text = std::string("__global__ void k(float* a, int n) { ") + body + " }";
    EXPECT_EQ(rewritten(text), text) << body;
  }
}

TEST(KernelRows, ParametersOfOtherTypesAndNamesAreLeftAlone) {
  for (const char* text : {
           "__global__ void k(Class c, int* a) { a[0] = 1; }",
           "__global__ void k(int* a, int threadIdx) { a[threadIdx] = 1; }",
           "__global__ void k(int* a, int blockDim) { a[blockDim] = 1; }",
           "__global__ void k(float4 v, float* a) { v.x += 1; *a = v.x; }",
           "__device__ void k(int* a) { a[0] = 1; }",
           "__global__ void k(int*) {}",
           "__global__ void k(int* a) __launch_bounds__(32) { a += threadIdx.x; *a = 1; }",
           "__global__ void k(int* a) __attribute__((noinline)) { a += threadIdx.x; *a = 1; }",
           "__global__ void k(int* a);",
           "template <typename T> __global__ void k(T* a) { a[threadIdx.x] += 1; }",  // depends on the thread
                                                                                      // runs
           "struct V { int x; }; __device__ V operator+(V a, V b);\n__global__ void k(int* a) { a[0] = 1; }",
       })
    EXPECT_EQ(rewritten(text), text);
}

TEST(KernelRows, ATemplatesTypesServeWhereNoFunctionAsksForTheThread) {
  const std::string text =
      "template <typename T, int n> __global__ void k(T* a) { T x = a[n]; a[threadIdx.x] += x; }";
  EXPECT_NE(rewrite(text).text.find("_GROW"), std::string::npos);
}

}  // namespace
}  // namespace gridmark::rewrite
