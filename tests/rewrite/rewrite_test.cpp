#include "emulation/rewrite/rewrite.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridmark::rewrite {
namespace {

using testing::HasSubstr;

struct RewrittenCase {
  const char* why;
  const char* cuda;
  const char* plain;
};

void expect_rewrites(const RewrittenCase& c) {
  const Rewritten result = rewrite(c.cuda);
  EXPECT_EQ(result.text, c.plain) << c.why;
  EXPECT_TRUE(result.errors.empty()) << c.why << ": " << result.errors[0].message;
}

TEST(RewriteLaunch, ChevronsMayHideInAMacro) {
  const RewrittenCase cases[] = {
      {"with parameters", "#define ON(g, b) <<<g, b>>>\nk ON(1, 2)(x);",
       "#define ON(g, b)   (g, b)  \n_G(k)ON(1, 2)(x);"},
      {"without", "#define ON <<<1, 2>>>\n  k<3> ON (x);", "#define ON   (1, 2)  \n_G(k<3>)ON (x);"},
      {"in another macro", "#define ON <<<1, 2>>>\n#define RUN(k) k ON(3)\n",
       "#define ON   (1, 2)  \n#define RUN(k)_G(k)ON(3)\n"},
  };
  for (const RewrittenCase& c : cases) expect_rewrites(c);
}

TEST(RewriteSteps, LanesMeetAroundStoresOfWhatTheirNeighboursHold) {
  const RewrittenCase cases[] = {
      {"a parameter", "__device__ void f(volatile int* s, int i) { s[i] += s[i + 8]; }",
       "__device__ void f(volatile int* s, int i) { GRIDMARK_STEP_BY(s[i] ,+, s[i + 8]); }"},
      {"through a register",
       "__device__ void f(int volatile* s, int i, int v) { if (i) s[i] = v = v + s[i + 8]; }",
       "__device__ void f(int volatile* s, int i, int v) { if (i) GRIDMARK_STEP(s[i] , v = v + s[i + 8]); }"},
      {"declared inside", "__global__ void f(int* d) { volatile int* s = d; s[0] *= s[1]; }",
       "__global__ void f(int* d) { volatile int* s = d; GRIDMARK_STEP_BY(s[0] ,*, s[1]); }"},
      {"two dimensions", "__global__ void f() { __shared__ volatile int s[2][4]; s[0][1] = s[0][2]; }",
       "__global__ void f() { __shared__ volatile int s[2][4]; GRIDMARK_STEP(s[0][1] , s[0][2]); }"},
  };
  for (const RewrittenCase& c : cases) expect_rewrites(c);
}

TEST(RewriteSteps, OtherStoresStayAsTheyAre) {
  for (const char* text : {
           "__global__ void f(volatile int* flag) { flag[0] = 1; flag[1] = threadIdx.x + flags[0]; }",
           "__device__ void f(int* s) { s[0] += s[1]; }",
           "__global__ void f(int* s, volatile int* t) { s[0] = t[0] + s[1]; }",
           "void f(volatile int* s) { s[0] += s[1]; }",
           "__global__ void f(volatile int* s) { if (s[0] == s[1]) s[1] != s[0]; }",
           "__global__ void f(volatile int* s) { for (s[0] = s[1]; s[0]; s[0] += s[1]) {} }",
           "__device__ void f(volatile int* s) { s[0] += s[1]",
       })
    expect_rewrites({"", text, text});
}

TEST(RewriteLaunch, FindsTheKernelAndItsConfiguration) {
  const RewrittenCase cases[] = {
      {"the plain one", "k<<<g, b>>>(x);", "_G(k)(g, b)(x);"},
      {"all four parameters", "k<<<g,b,0,s>>>(x);", "_G(k)(g,b,0,s)(x);"},
      {"after a condition", "if (c) k<<<1,2>>>(x); else k<<<3,4>>>(x);",
       "if (c)_G(k)(1,2) (x); else _G(k)(3,4)(x);"},
      {"after a loop's head", "for (;;) (*f)<<<1,2>>>(x);", "for (;;)_G((*f))(1,2) (x);"},
      {"in a macro's body", "#define L(k) k<<<1,2>>>(3)\nx\n", "#define L(k)_G(k)(1,2) (3)\nx\n"},
      {"in a macro without parameters", "#define L k<<<1,2>>>(3)\n", "#define L _G(k)(1,2)(3)\n"},
      {"a macro that leaves the arguments out", "#define L(k,...) k<<<__VA_ARGS__>>>\nL(a,1,2)(3);",
       "#define L(k,...)_G(k)(__VA_ARGS__) \nL(a,1,2)(3);"},
      {"a pasted name", "#define L(k) k##_f<<<1,2>>>(3)\n", "#define L(k)_G(k##_f)(1,2) (3)\n"},
      {"a name with a namespace", "a::b::k<<<1,2>>>(x);", "_G(a::b::k)(1,2)(x);"},
      {"the global namespace", "::k<<<1,2>>>(x);", "_G(::k)(1,2)(x);"},
      {"return before the global namespace", "return ::k<<<1,2>>>(x);", "return _G(::k)(1,2)(x);"},
      {"a template", "k<int, 3><<<1,2>>>(x);", "_G(k<int, 3>)(1,2)(x);"},
      {"a comparison in template arguments", "k<a, (b > c)><<<1,2>>>(x);", "_G(k<a, (b > c)>)(1,2)(x);"},
      {"nested templates", "k<A<B<C>>><<<1,2>>>(x);", "_G(k<A<B<C>>>)(1,2)(x);"},
      {"a shift in template arguments", "k<1 << 3><<<1,2>>>(x);", "_G(k<1 << 3>)(1,2)(x);"},
      {"a dependent template", "T::template k<3><<<1,2>>>(x);", "_G(T::template k<3>)(1,2)(x);"},
      {"a member", "this->k<<<1,2>>>(x); o.p.k<<<1,2>>>(x);", "_G(this->k)(1,2)(x);_G(o.p.k)(1,2) (x);"},
      {"a table", "t[i][j]<<<1,2>>>(x);", "_G(t[i][j])(1,2)(x);"},
      {"a call that returns the kernel", "get(a)<<<1,2>>>(x);", "_G(get(a))(1,2)(x);"},
      {"blanks everywhere", "k <<< 1, 2 >>> (x);", "_G(k )( 1, 2 ) (x);"},
      {"comments everywhere", "k/*a*/<<</*b*/1,2>>>/*c*/(x);", "_G(k/*a*/)(/*b*/1,2)/*c*/(x);"},
      {"a comparison in the configuration", "k<<<(a > b), c>>>(x);", "_G(k)((a > b), c)(x);"},
      {"a shift in the configuration", "k<<<n >> 5, 1 << 5>>>(x);", "_G(k)(n >> 5, 1 << 5)(x);"},
      {"braces in the configuration", "k<<<dim3{1, 2}, f([]{ ; })>>>(x);",
       "_G(k)(dim3{1, 2}, f([]{ ; }))(x);"},
      {"templates in the configuration", "k<<<f<A<B<C>>>(1), 2>>>(x);", "_G(k)(f<A<B<C>>>(1), 2)(x);"},
      {"two launches with a comma", "a<<<1,2>>>(x), b<<<1,2>>>(y);", "_G(a)(1,2)(x),_G(b)(1,2) (y);"},
      {"over several lines", "k<<<g,\n b>>>(\nx);", "_G(k)(g,\n b)(\nx);"},
      {"inside a macro's arguments", "CHECK((k<<<1,2>>>(x)));", "CHECK((_G(k)(1,2)(x)));"},
      {"inside a lambda", "f([&] { k<<<1,2>>>(x); });", "f([&] {_G(k)(1,2) (x); });"},
      {"after a label", "case 1: k<<<1,2>>>(x);", "case 1:_G(k)(1,2) (x);"},
  };
  for (const RewrittenCase& c : cases) expect_rewrites(c);
}

TEST(RewriteLaunch, HoldsEveryColumnWhereTheLineIsIndented) {
  expect_rewrites({"three blanks or more", "    k<<<g, b>>>(x);", " _G(k)( g, b)  (x);"});
  expect_rewrites({"two blanks: the kernel moves by one", "  k<<<g, b>>>(x);", "_G(k)(g, b)  (x);"});
}

TEST(RewriteTarget, AsksTheProgramsQuestionsAtRunTime) {
  expect_rewrites({"the program's own", "NV_IF_TARGET(NV_PROVIDES_SM_80, (a;), (b;))",
                   "_G_IF_TARGET(_G_PROVIDES_SM_80, (a;), (b;))"});
  const char* others[] = {"NV_IF_TARGETS NV_HAS MY_NV_IS_HOST",
                          "# 1 \"/usr/include/x.h\" 1 3\nNV_IS_HOST\n# 2 \"a.cu\" 2\n"};
  for (const char* text : others) expect_rewrites({text, text, text});
}

TEST(RewriteLaunch, LeavesAloneWhatIsNoLaunch) {
  const char* cases[] = {
      "const char* s = \"k<<<1,2>>>(x)\";",
      "const char* s = R\"(k<<<1,2>>>(x))\"; // k<<<1,2>>>(y)",
      "/* k<<<1,2>>>(x) */ char c = '<'; long n = 1'000;",
      "// k<<<1,2>>>(x) \\\n k<<<1,2>>>(x)",
      "#pragma message k<<<1,2>>>(x)\n",
      "std::ostream& operator<<<T>(std::ostream&, T);",
      "# 1 \"/usr/include/x.h\" 1 3\nk<<<1,2>>>(x); asm(\"\"); __noinline__\n# 2 \"a.cu\" 2\n",
      "std::cout << a << b; x = A<B<C>>::d;",
  };
  for (const char* text : cases) expect_rewrites({text, text, text});
}

/// Removes the blanks that give a replacement the length of the replaced text.
std::string unpadded(const std::string& text) {
  std::string result;
  for (const char c : text) {
    while ((c == ';' || c == '\n') && result.ends_with(' ')) result.pop_back();
    result += c;
  }
  return result;
}

TEST(RewriteShared, DependsOnTheScope) {
  const RewrittenCase cases[] = {
      {"in a function", "void f() { extern __shared__ float s[]; }", "void f() { GRIDMARK_ARRAY(float,s); }"},
      {"at namespace scope", "extern __shared__ float s[];", "GRIDMARK_IN_FILE(float,s);"},
      {"in a namespace", "namespace a::b { extern __shared__ int s[]; }",
       "namespace a::b { GRIDMARK_IN_FILE(int,s); }"},
      {"in extern \"C\"", "extern \"C\" { extern __shared__ int s[]; }",
       "extern \"C\" { GRIDMARK_IN_FILE(int,s); }"},
      {"behind a namespace", "namespace a { } void f() { extern __shared__ int s[]; }",
       "namespace a { } void f() { GRIDMARK_ARRAY(int,s); }"},
      {"in a macro", "#define S extern __shared__ int s[]\nint x;",
       "#define S GRIDMARK_POINTER(int,s)\nint x;"},
      {"words swapped", "{ __shared__ extern int s[]; }", "{ GRIDMARK_ARRAY(int,s); }"},
      {"with alignment", "{ extern __shared__ __align__(16) unsigned char s[]; }",
       "{ GRIDMARK_ARRAY(unsigned char,s); }"},
      {"with alignas in front", "{ extern alignas(8) __shared__ int s[]; }", "{ GRIDMARK_ARRAY(int,s); }"},
      {"volatile", "{ extern volatile __shared__ int s[]; }", "{ GRIDMARK_ARRAY(volatile int,s); }"},
      {"a dependent type", "{ extern __shared__ typename A<T>::t s[]; }",
       "{ GRIDMARK_ARRAY(typename A<T>::t,s); }"},
      {"a pointer", "{ extern __shared__ float *s[]; }", "{ GRIDMARK_ARRAY(float*,s); }"},
      {"commas in the type", "{ extern __shared__ P<a,b> s[]; }",
       "{ GRIDMARK_ARRAY(std::remove_pointer_t<decltype((P<a,b>*)0)>,s); }"},
      {"two dimensions", "{ extern __shared__ float s[][33]; }",
       "{ GRIDMARK_ARRAY(std::remove_pointer_t<decltype((float(*)[ 33 ] )0)>,s); }"},
      {"two arrays", "{ extern __shared__ int a[], b[]; }",
       "{ GRIDMARK_ARRAY(int,a);GRIDMARK_ARRAY(int,b); }"},
      {"a lambda that copies", "{ extern __shared__ int s[]; f([=] { g(s); }); }",
       "{ GRIDMARK_POINTER(int,s); f([=] { g(s); }); }"},
      {"a lambda behind the block", "{ { extern __shared__ int s[]; } f([=] {}); }",
       "{ { GRIDMARK_ARRAY(int,s); } f([=] {}); }"},
      {"over two lines", "{ extern __shared__\n int s[]; }", "{ GRIDMARK_ARRAY(int,s)\n; }"},
  };
  for (const RewrittenCase& c : cases) {
    const Rewritten result = rewrite(c.cuda);
    EXPECT_EQ(unpadded(result.text), c.plain) << c.why;
    EXPECT_TRUE(result.errors.empty()) << c.why;
  }
}

TEST(RewriteShared, AnAlignmentNeedsItsBracket) {
  EXPECT_EQ(unpadded(rewrite("{ extern __shared__ (x _Alignas) s[]; }").text),
            "{ GRIDMARK_ARRAY((x _Alignas),s); }");
}

TEST(RewriteShared, KeepsTheAmpersandOfAnArray) {
  const std::string text = rewrite("__global__ void k() { extern __shared__ int s[]; f(&s); }").text;
  EXPECT_NE(text.find("f(&s);"), std::string::npos) << text;
}

TEST(RewriteShared, LosesTheAmpersandOfAPointer) {
  const std::string kernel = "extern __shared__ int s[]; __global__ void k(int i) { ",
                    all = "GRIDMARK_IN_FILE(int,s); __global__ void k(int i) { ";
  const RewrittenCase cases[] = {
      {"a cast", "f((float*)&s);", "f((float*) s);"},
      {"an argument", "f(&s, & s);", "f( s,   s);"},
      {"returned", "return &s;", "return  s;"},
      {"in brackets", "f((float*)&(s));", "f((float*) (s));"},
      {"captured", "auto f = [&s] { g(&s); };", "auto f = [ s] { g( s); };"},
      {"an element's", "f(&s[1]);", "f(&s[1]);"},
      {"and", "if (i && s) f();", "if (i && s) f();"},
      {"a reference of that name", "{ int &s = i; f(&s); }", "{ int &s = i; f(&s); }"},
      {"a variable of that name", "{ int s; f(&s); }", "{ int s; f(&s); }"},
      {"a member of that name", "f(&a.s, &S::s);", "f(&a.s, &S::s);"},
      {"read before", "i = *s; f(&s);", "i = *s; f( s);"},
      {"on the host", "} void h(int* s) { f(&s);", "} void h(int* s) { f(&s);"},
      {"another kernel's parameter", "} __global__ void l(int s) { f(&s);",
       "} __global__ void l(int s) { f(&s);"},
  };
  for (const RewrittenCase& c : cases)
    EXPECT_EQ(unpadded(rewrite(kernel + c.cuda + " }").text), unpadded(all + c.plain + " }")) << c.why;
}

TEST(RewriteShared, RefusesAMacroThatTakesAPointersAddress) {
  const std::string macros =
      "#define AT(a, p) ((char*)&(p) + a)\n#define ON(p) AT(0, p)\n#define VALUE(p) (p & 1)\n"
      "extern __shared__ int s[];\n";
  const auto errors = [&](const std::string& body) {
    return rewrite(macros + "__global__ void k(int i) { " + body + " }").errors;
  };
  for (const char* body : {"f(AT(0, s));", "f(AT(g(1, 2), s));", "f(ON(s));"}) {
    ASSERT_EQ(errors(body).size(), 1u) << body;
    EXPECT_EQ(errors(body)[0].position.line, 5) << body;
    EXPECT_NE(errors(body)[0].message.find("s[0]"), std::string::npos) << body;
  }
  for (const char* body : {"f(AT(s, i));", "f(AT(0, s[0]));", "f(VALUE(s[0]));", "f(s);",
                           "extern __shared__ int s[]; f(AT(0, s));", "int s; f(AT(0, s));"})
    EXPECT_TRUE(errors(body).empty()) << body;
  EXPECT_TRUE(rewrite(macros + "void h(int s) { f(AT(0, s)); }").errors.empty());
}

TEST(RewriteShared, HoldsTheColumnsBehindIt) {
  const std::string text = "{ extern __shared__ __align__(16) unsigned char s[]; int here; }";
  EXPECT_EQ(rewrite(text).text.find("int here"), text.find("int here"));
}

TEST(RewriteAlignas, IsAnAttributeAmongSpecifiers) {
  expect_rewrites({"behind __shared__", "__shared__ alignas(16) int x;", "__shared__ _GALIGN(16) int x;"});
  for (const char* text : {"alignas(16) __shared__ int x;", "struct alignas(8) S {};"})
    expect_rewrites({text, text, text});
}

TEST(RewriteVariables, BelongToTheirFileWithoutRdc) {
  const RewrittenCase cases[] = {
      {"a constant", "__constant__ float x[4];", "_G_CONSTANT  float x[4];"},
      {"a variable", "__device__ int x = 1, y;", "_G_DEVICE  int x = 1, y;"},
      {"managed", "int __managed__ x;", "int _G_DEVICE   x;"},
      {"two words", "__device__ __constant__ int x{1};", "_G_DEVICE  __constant__ int x{1};"},
      {"aligned", "__constant__ __align__(8) P<3> x;", "_G_CONSTANT  __align__(8) P<3> x;"},
      {"a struct with it", "__device__ struct { int a; } x;", "__device__ struct { int a; } x;"},
      {"in namespaces", "namespace a { __device__ int x; }", "namespace a { _G_DEVICE  int x; }"},
      {"extern before", "extern __device__ int x; __device__ int x;",
       "extern __device__ int x; __device__ int x;"},
      {"a function", "__device__ int f(int);", "__device__ int f(int);"},
      {"a function of a template's type", "__device__ P<a, b> f(int);", "__device__ P<a, b> f(int);"},
      {"a member", "struct S { static __device__ int x; };", "struct S { static __device__ int x; };"},
      {"a member's definition", "__device__ int S::x = 1;", "__device__ int S::x = 1;"},
      {"a template", "template <class T> __device__ T x;", "template <class T> __device__ T x;"},
      {"a lambda", "auto f = [] __device__ (int i) {};", "auto f = [] __device__ (int i) {};"},
  };
  for (const RewrittenCase& c : cases) {
    EXPECT_EQ(rewrite(c.cuda, Unit::whole).text, c.plain) << c.why;
    EXPECT_EQ(rewrite(c.cuda).text, c.cuda) << c.why;
  }
}

TEST(RewriteKernels, AreRegisteredInAModule) {
  const RewrittenCase cases[] = {
      {"a kernel", "extern \"C\" __global__ void __launch_bounds__(8) k(int x) { x++; }\nint y;",
       "extern \"C\" __global__ void __launch_bounds__(8) k(int x) { x++; } static void* const gridmark_k = "
       "_GFN(k);\n"
       "int y;"},
      {"declared", "__global__ void k(int x);", "__global__ void k(int x);"},
      {"a template", "template <int n> __global__ void k(int x) {}",
       "template <int n> __global__ void k(int x) {}"},
      {"a device function", "__device__ void k() {}", "__device__ void k() {}"},
  };
  for (const RewrittenCase& c : cases) {
    EXPECT_EQ(rewrite(c.cuda, Unit::module).text, c.plain) << c.why;
    EXPECT_EQ(rewrite(c.cuda).text, c.cuda) << c.why;
  }
}

TEST(RewriteShared, LeavesOtherDeclarationsAlone) {
  for (const char* text : {"extern int x[];", "__shared__ float s[32];", "extern \"C\" void f();"}) {
    expect_rewrites({text, text, text});
  }
}

TEST(RewriteNoinline, BecomesAMacroOfTheSameLength) {
  const Rewritten result = rewrite("__device__ __noinline__ int f();");
  EXPECT_EQ(result.text, "#define _G_NOINLINE __attribute__((noinline))\n__device__ _G_NOINLINE  int f();");
  const char* attribute = "__attribute__((__noinline__)) int f(); [[gnu::__noinline__]] int g();";
  EXPECT_EQ(rewrite(attribute).text, attribute);
}

struct Refusal {
  const char* text;
  int line;
  int column;
  const char* words;
};

TEST(RewriteErrors, NameThePlaceAndTheReason) {
  const Refusal cases[] = {
      {"# 1 \"a.cu\"\n\n  <<<1,2>>>(x);", 2, 3, "no kernel's name"},
      {"# 7 \"a.cu\"\n k<<<1,2;\n", 7, 3, "no '>>>(arguments)'"},
      {"# 7 \"a.cu\"\n k<<<1,2>>>;\n", 7, 3, "no '>>>(arguments)'"},
      {"# 7 \"a.cu\"\n k<<<>>>(x);\n", 7, 3, "no grid and block"},
      {"# 7 \"a.cu\"\nint x;\n{ extern __shared__ int s[4]; }\n", 8, 3, "extern __shared__ TYPE NAME[]"},
      {"# 7 \"a.cu\"\n asm volatile(\"wgmma.fence.sync.aligned;\");\n", 7, 2,
       "the PTX instruction 'wgmma.fence.sync.aligned' does not run"},
      {"# 1 \"s.h\" 1 3\nasm(\"\");\n# 9 \"a.cu\" 2\n__asm__(\"bra.uni L;\");\n", 9, 1, "'bra.uni'"},
      {"# 3 \"a.cu\"\n__device__ void f() { asm(\"pause\"); }\n", 3, 23, "'pause'"},
      {"# 3 \"a.cu\"\nasm(\"{L: add.s32 %0, %0, 1;}\" : \"+r\"(x));\n", 3, 1, "labels and branches"},
      {"# 3 \"a.cu\"\nasm(\"mov.u32 %0, %%laneid\" TEXT : \"=r\"(x));\n", 3, 1, "put together from macros"},
      {"# 3 \"a.cu\"\nasm(\"mov.u32 %0, %%nothing;\" : \"=r\"(x));\n", 3, 1, "'nothing'"},
      {"# 3 \"a.cu\"\nasm(\"mov.u32 %1, %%laneid;\" : \"=r\"(x));\n", 3, 1, "names %1"},
      {"# 3 \"a.cu\"\nasm(\"ld.global.L3.u32 %0, [%1];\" : \"=r\"(x) : \"l\"(p));\n", 3, 1,
       "'L3' is unknown"},
      {"# 5 \"a.cu\"\n__global__ void f() { k<<<1,2>>>(x); }\n", 5, 24, "dynamic parallelism"},
      {"# 5 \"a.cu\"\n__global__ void __cluster_dims__(2) f();\n", 5, 17, "clusters"},
      {"# 5 \"a.cu\"\ntexture<float, 2> image;\n", 5, 1, "texture object"},
  };
  for (const Refusal& c : cases) {
    const Rewritten result = rewrite(c.text);
    ASSERT_EQ(result.errors.size(), 1u) << c.text;
    const Diagnostic& error = result.errors[0];
    EXPECT_EQ(error.position.file, "a.cu") << c.text;
    EXPECT_EQ(error.position.line, c.line) << c.text;
    EXPECT_EQ(error.position.column, c.column) << c.text;
    EXPECT_THAT(error.message, HasSubstr(c.words));
  }
}

TEST(RewriteErrors, QuoteTheStudentsLine) {
  const Rewritten result = rewrite("# 7 \"a b\\\"c.cu\"\nint x;\n  k<<<1,2; // here\nint y;");
  ASSERT_EQ(result.errors.size(), 1u);
  EXPECT_EQ(result.errors[0].position.file, "a b\"c.cu");
  EXPECT_EQ(result.errors[0].source_line, "  k<<<1,2; // here");
}

TEST(RewriteErrors, EndAfterTwenty) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "<<<\n";
  EXPECT_EQ(rewrite(text).errors.size(), max_errors);
}

}  // namespace
}  // namespace gridmark::rewrite
