#include "grader/compile/function_text.h"

#include <gmock/gmock.h>

namespace gridmark::compile {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> shown(std::string_view source) {
  std::vector<std::string> all;
  for (const FunctionText& one : functions_in(source))
    all.push_back(one.scope + one.name + "@" + std::to_string(one.line) + (one.defined ? " {}" : ";"));
  return all;
}

TEST(FunctionText, DefinitionsDeclarationsAndTheirLines) {
  EXPECT_THAT(shown("#include <x>\nint f(int a);\n// int no();\nstatic float\ng(const char* s = \"}(\") {\n"
                    "  if (s) { h(); }\n}\nint k() { return 1; }\n"),
              ElementsAre("f@2;", "g@5 {}", "k@8 {}"));
}

TEST(FunctionText, NamespacesAreTheScopeAndClassesAreLeftOut) {
  EXPECT_THAT(shown("namespace mine { int f() {} }\nnamespace { int g() {} }\nextern \"C\" { int h(); }\n"
                    "struct S { int inside() {} };\nint S::outside() {}\nint x = f(3);\n"),
              ElementsAre("mine::f@1 {}", "(unnamed)::g@2 {}", "h@3;", "S::outside@5 {}"));
}

TEST(FunctionText, SpecifiersWithParenthesesAreNoNames) {
  EXPECT_THAT(shown("__global__ void __launch_bounds__(256) k(float* a) {}\n"), ElementsAre("k@1 {}"));
  EXPECT_THAT(functions_in("int  f(\n  int a,\n  int b) {}").front().signature, "int f( int a, int b)");
}

TEST(FunctionText, BrokenTextIsNoFunction) {
  for (const char* text : {"", "}", "int f(", "(((((", "{{{{", "namespace", "f();", ");"})
    EXPECT_THAT(shown(text), IsEmpty()) << text;
}

TEST(FunctionText, TypesOfParametersWithoutTheirNames) {
  EXPECT_THAT(
      parameters_of(
          "int __attribute__((noinline)) f(const float* a, std::map<int, int> m, void (*g)(int, int))"),
      ElementsAre("const float* a", "std::map<int, int> m", "void (*g)(int, int)"));
  EXPECT_THAT(parameters_of("int f(void)"), IsEmpty());
  EXPECT_EQ(type_of_parameter("const float *a"), "const float*");
  EXPECT_EQ(type_of_parameter("const int m = 3"), "int");
  EXPECT_EQ(type_of_parameter("unsigned int"), "unsigned int");
  EXPECT_EQ(type_of_parameter("const Tensor& x"), "const Tensor&");
  EXPECT_EQ(type_of_parameter("cudaStream_t"), "cudaStream_t");
}

}  // namespace
}  // namespace gridmark::compile
