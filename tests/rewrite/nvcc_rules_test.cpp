#include "emulation/rewrite/nvcc_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridmark::rewrite {
namespace {

using testing::HasSubstr;

struct RefusedCase {
  const char* why;
  const char* cuda;
  int line;
  const char* words;
};

std::vector<Diagnostic> refused(const std::string& cuda, bool relaxed = false) {
  return refused_by_nvcc(Source(cuda), relaxed);
}

void expect_refused(const RefusedCase& c) {
  const std::vector<Diagnostic> found = refused(c.cuda);
  ASSERT_EQ(found.size(), 1u) << c.why;
  EXPECT_EQ(found[0].position.line, c.line) << c.why;
  EXPECT_THAT(found[0].message, HasSubstr(c.words)) << c.why;
}

void expect_accepted(const char* why, const std::string& cuda) {
  const std::vector<Diagnostic> found = refused(cuda);
  EXPECT_TRUE(found.empty()) << why << ": " << found[0].message;
}

TEST(NvccRules, OnlyKernelsAreLaunchedAndKernelsAreOnlyLaunched) {
  const RefusedCase cases[] = {
      {"no __global__", "void k(int* p) {}\nvoid f() { k<<<1, 1>>>(0); }", 2,
       "declare it __global__ in line 1"},
      {"__device__", "__device__ void k(int* p) {}\nvoid f() { k<<<1, 1>>>(0); }", 2, "is not a kernel"},
      {"a template", "template <class T> void k(T* p) {}\nvoid f() { k<int><<<1, 1>>>(0); }", 2,
       "is not a kernel"},
      {"called", "__global__ void k(int* p) {}\nvoid f() { k(0); }", 2,
       "launch it with k<<<grid, block>>>(...)"},
      {"called with a type", "template <class T> __global__ void k(T* p) {}\nvoid f() { k<int>(0); }", 2,
       "launch it with"},
      {"called by a kernel", "__global__ void k(int* p) {}\n__global__ void l(int* p) { k(p); }", 2,
       "called like a function"},
      {"returns a number", "__global__\nint k(int* p) { return 1; }", 2, "must return void"},
      {"returns a pointer", "__global__ float* k(float* p) { return p; }", 1, "must return void"},
      {"returns a structure", "struct S { int a; };\n__global__ S k() { return {}; }", 2, "must return void"},
      {"in a class", "struct S { __global__ void k() {} };", 1, "member of a class"},
  };
  for (const RefusedCase& c : cases) expect_refused(c);
}

TEST(NvccRules, ACalledKernelIsLaunchedWithWhatTheFunctionHasMade) {
  const auto repair = [](const std::string& body) {
    return refused("__global__ void k(int* p) {}\nvoid f(cudaStream_t s) {\n" + body + "k(0); }")[0].repair;
  };
  EXPECT_EQ(repair("dim3 block(8), grid(2); "), "");  // one of them does not have its own dim3
  EXPECT_EQ(repair("dim3 block(8); const dim3 grid(2); "), "<<<grid, block, 0, s>>>");
  EXPECT_EQ(repair("dim3 one(8); dim3 other(2); "), "");
}

TEST(NvccRules, DeviceCodeCallsNoHostFunction) {
  const RefusedCase cases[] = {
      {"by a kernel", "float f(float x) { return x; }\n__global__ void k(float* p) { *p = f(2); }", 2,
       "f is a host function"},
      {"by a device function", "int f() { return 1; }\n__device__ int g() {\n return f(); }", 3,
       "declare it __host__ __device__ in line 1"},
      {"static and inline", "static inline int f() { return 1; }\n__global__ void k(int* p) { *p = f(); }", 2,
       "f is a host"},
      {"a template", "template <class T> T f(T x) { return x; }\n__global__ void k(int* p) { *p = f(3); }", 2,
       "f is a host"},
      {"a template with types",
       "template <class T> T f(T x) { return x; }\n__global__ void k(int* p) { *p = f<int>(3); }", 2,
       "f is a host"},
      {"in a namespace", "namespace n { int f() { return 1; } }\n__global__ void k(int* p) { *p = n::f(); }",
       2, "f is a host"},
      {"by a kernel template",
       "int f() { return 1; }\ntemplate <class T> __global__ void k(T* p) { *p = f(); }\nvoid h() { "
       "k<int><<<1, 1>>>(0); }",
       2, "f is a host"},
      {"by a lambda",
       "int f() { return 1; }\n__global__ void k(int* p) { auto l = [] { return f(); }; *p = l(); }", 2,
       "f is a host"},
      {"by a device lambda", "int f() { return 1; }\nvoid h() { auto l = [] __device__ { return f(); }; }", 2,
       "a __device__ lambda in h"},
      {"by a macro",
       "int f(int x) { return x; }\n#define F(x) f(x)\n__global__ void k(int* p) { *p = F(1); }", 3,
       "the macro F calls f"},
      {"of C", "__global__ void k(int* p) { *p = rand(); }", 1, "use cuRAND"},
      {"of C, with std", "__global__ void k(int* p) { *p = std::rand(); }", 1, "std::rand"},
      {"a stream of C", "__global__ void k(int* p) { g(stderr); }", 1, "use printf"},
      {"constexpr", "constexpr int f() { return 1; }\n__global__ void k(int* p) { *p = f(); }", 2,
       "--expt-relaxed-constexpr"},
      {"std::max", "__global__ void k(float* p) { *p = std::max(p[0], p[1]); }", 1, "use max without std::"},
      {"an exception", "__global__ void k(int* p) { if (!p) throw 1; }", 1, "cannot throw"},
  };
  for (const RefusedCase& c : cases) expect_refused(c);
}

TEST(NvccRules, DeviceCodeCallsNoHostMember) {
  const std::string classes = "struct S { float v; S() : v(0) {} float get() const { return v; } };\n";
  const RefusedCase cases[] = {
      {"a parameter", "__global__ void k(S s, float* p) { *p = s.get(); }", 2, "get is a host function"},
      {"through a pointer", "__global__ void k(S* s, float* p) { *p = s->get(); }", 2,
       "get is a host function"},
      {"a constructor", "__global__ void k(float* p) { S s; *p = s.v; }", 2, "the constructor of S"},
      {"an operator",
       "S operator+(S a, S b) { return a; }\n__global__ void k(S a, S b, S* p) { *p = a + b; }", 3,
       "operator+"},
      {"a std::vector as parameter", "__global__ void k(std::vector<float> v) { v[0] = 1; }", 2,
       "v is a std::vector"},
      {"a std::vector inside", "__global__ void k(int* p) { std::vector<int> v(3); }", 2,
       "std::vector belongs to the host"},
      {"by using", "using namespace std;\n__global__ void k(int* p) { cout << 1; }", 3, "std::cout"},
  };
  for (const RefusedCase& c : cases) {
    const std::string text = classes + c.cuda;
    expect_refused({c.why, text.c_str(), c.line, c.words});
  }
}

TEST(NvccRules, DeviceCodeUsesNoHostVariable) {
  const RefusedCase cases[] = {
      {"a number", "int n = 3;\n__global__ void k(int* p) { *p = n; }", 2, "n is a host variable (line 1)"},
      {"in a product", "int n;\n__global__ void k(int* p, int x) { *p = x * n; }", 2, "n is a host variable"},
      {"static, as a bound",
       "static int n;\n__global__ void k(int* p) { for (int i = 0; i < n; ++i) p[i] = 0; }", 2, "n is"},
      {"an array", "float w[3];\n__global__ void k(float* p) { *p = w[1]; }", 2, "w is a host variable"},
      {"a constant array", "const float w[3] = {1, 2, 3};\n__global__ void k(float* p) { *p = w[1]; }", 2,
       "w is"},
      {"a constant that is computed", "const float w = sqrtf(2);\n__global__ void k(float* p) { *p = w; }", 2,
       "w is"},
      {"the second of two", "int m, n;\n__global__ void k(int* p) { *p = n; }", 2, "n is a host variable"},
      {"of a class", "struct S { static int n; };\n__global__ void k(int* p) { *p = S::n; }", 2,
       "n is a host variable"},
  };
  for (const RefusedCase& c : cases) expect_refused(c);
}

TEST(NvccRules, HostCodeCallsNoDeviceFunction) {
  const RefusedCase cases[] = {
      {"a function", "__device__ int f() { return 1; }\nint main() { return f(); }", 2,
       "f is a __device__ function (line 1)"},
      {"a member", "struct S { __device__ int f() { return 1; } };\nint main() { S s; return s.f(); }", 2,
       "f is a __device__"},
      {"in a lambda", "__device__ int f() { return 1; }\nvoid h() { auto l = [] { return f(); }; }", 2,
       "f is a __device__"},
      {"a barrier", "void h() { __syncthreads(); }", 1, "calls __syncthreads"},
      {"shared memory", "void h() { __shared__ int s; }", 1, "__shared__ variable"},
  };
  for (const RefusedCase& c : cases) expect_refused(c);
}

TEST(NvccRules, WhatNvccAcceptsIsAccepted) {
  const std::pair<const char*, const char*> cases[] = {
      {"both sides",
       "__host__ __device__ int f() { return 1; }\n__global__ void k(int* p) { *p = f(); }\nint main() { "
       "return f(); }"},
      {"both sides by a macro",
       "#define HD __host__ __device__\nHD int f() { return 1; }\n__global__ void k(int* p) { *p = f(); }"},
      {"a header's macro", "SOME_HD int f() { return 1; }\n__global__ void k(int* p) { *p = f(); }"},
      {"an overload",
       "int f(int x) { return x; }\n__device__ float f(float x) { return x; }\n__global__ void k(float* p) { "
       "*p = f(*p); }"},
      {"declared before", "__global__ void k(int* p);\nvoid k(int* p) {}\nvoid f() { k<<<1, 1>>>(0); }"},
      {"a local of the name",
       "int n;\nint f() { return 1; }\n__global__ void k(int* p, int n) { int f(2); *p = n + f; }"},
      {"a parameter of the name",
       "static sem_t a, b;\n__global__ void k(int* p, sem_t* a, sem_t* __restrict__ b) { post(a), post(b); "
       "}"},
      {"a parameter of a lambda",
       "int a;\n__global__ void k(int* p) { auto f = [](T& b, T* a) { return *a; }; }"},
      {"the second local", "int n;\n__global__ void k(int* p) { int a = 1, n = 2; *p = n + a; }"},
      {"a member of the name",
       "int n;\nstruct S { int n; __device__ int f() { return n; } };\n__global__ void k(S s, int* p) { *p = "
       "s.n + s.f(); }"},
      {"constants",
       "const int n = 3;\nconstexpr float x = 1;\nconst float y = 1.0f / 3;\n__global__ void k(float* p) { "
       "*p = n + x + y; }"},
      {"an array in a constant",
       "constexpr int w[2] = {1, 2};\n__global__ void k(int* p) { constexpr int x = w[1]; __shared__ int "
       "s[w[0]]; *p = x + s[0]; }"},
      {"a constant structure", "const dim3 block(16, 16);\n__global__ void k(unsigned* p) { *p = block.x; }"},
      {"device variables",
       "__device__ int n;\n__constant__ float w[3];\n__global__ void k(float* p) { *p = n + w[1]; }\nvoid "
       "f() { n = 3; }"},
      {"a size", "int n;\n__global__ void k(int* p) { *p = sizeof(n); decltype(n) x = 1; *p = x; }"},
      {"an unused template",
       "int f() { return 1; }\ntemplate <class T> __global__ void k(T* p) { *p = f(); }"},
      {"a template of the host",
       "__device__ int f() { return 1; }\ntemplate <class T> T h(T x) { return f(); }"},
      {"functions of both",
       "__global__ void k(float* p) { *p = std::sqrt(*p) + std::move(*p) + fabsf(*p); printf(\"%f\", *p); }"},
      {"a pointer to a kernel",
       "__global__ void k(int* p) {}\nvoid f() { auto q = k; q<<<1, 1>>>(0); void* p = (void*)k; }"},
      {"a kernel as parameter", "void run(void (*k)(int*)) { k<<<1, 1>>>(0); }\nvoid k(int*) {}"},
      {"a defaulted constructor",
       "struct S { S() = default; S(int, int) {} int v; };\n__global__ void k(int* p) { S s; *p = s.v; }"},
      {"a vector beside a kernel",
       "__global__ void k(int* p) {}\nvoid f(std::vector<int> v) { v[0] = 1; k<<<1, 1>>>(v.data()); }"},
      {"trailing void", "__global__ auto k(int* p) -> void {}"},
      {"void by a macro", "#define KERNEL __global__ void\nKERNEL k(int* p) {}"},
      {"cuda::std", "__global__ void k(float* p) { *p = cuda::std::max(p[0], p[1]); }"},
      {"a class within a function",
       "__device__ int d() { return 1; }\nvoid f() { struct F { __device__ int operator()() { return d(); } "
       "}; }"},
      {"threadIdx on the host", "int f() { return threadIdx.x; }"},
  };
  for (const auto& [why, cuda] : cases) expect_accepted(why, cuda);
}

TEST(NvccRules, RelaxedConstexprLetsDeviceCodeCallConstexprFunctions) {
  const char* text = "constexpr int f() { return 1; }\n__global__ void k(int* p) { *p = std::max(f(), 2); }";
  EXPECT_EQ(refused(text).size(), 2u);
  EXPECT_TRUE(refused(text, true).empty());
}

TEST(NvccRules, ATextWithoutAllItsBracketsIsLeftToTheCompiler) {
  expect_accepted("an open brace", "int f();\n__global__ void k(int* p) { *p = f();\nint main() {}");
}

}  // namespace
}  // namespace gridmark::rewrite
