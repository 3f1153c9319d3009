#include "grader/compile/link_errors.h"

#include <gmock/gmock.h>

namespace gridmark::compile {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr const char* undefined =
    "/usr/bin/ld: w.o:(.data+0x70): undefined reference to `product(float const*, int)'\n"
    "collect2: error: ld returned 1 exit status\n";

CompilerWords words_of(const std::string& text, const std::string& messages = undefined) {
  const std::string starter = "int product(const float* a, int n) {\n  return 0;\n}\n";
  return explain_link(
      messages, {{{"a.cu", text}}, {{"a.cu", starter}}, {{"a.h", "\nint product(const float* a, int n);"}}});
}

std::string explained(const std::string& text, const std::string& messages = undefined) {
  return words_of(text, messages).messages;
}

TEST(LinkErrors, ARenamedFunctionIsNamedWithBothSignatures) {
  EXPECT_THAT(explained("\nint produkt(const float* a, int n) {}"),
              AllOf(HasSubstr("a.cu:2: error: the lab calls product, and no file of the submission defines "
                              "it. The nearest name is produkt"),
                    HasSubstr("expected  int product(const float* a, int n)  (a.h:2)"),
                    HasSubstr("found     int produkt(const float* a, int n)"), Not(HasSubstr("ld"))));
}

TEST(LinkErrors, AChangedParameterIsNamed) {
  EXPECT_THAT(explained("int product(float* a, int n) {}"),
              HasSubstr("a.cu:1: error: the lab calls product with other parameters: parameter 1 is float*, "
                        "expected const float*"));
  EXPECT_THAT(explained("int product(const float* a) {}"), HasSubstr("it has 1 parameter, expected 2"));
}

TEST(LinkErrors, TheRightNameOrParameterIsAChange) {
  EXPECT_THAT(
      words_of("\nint produkt(const float* a, int n) {}").fixes,
      ElementsAre(Fix{
          {"a.cu", 2}, "int product(const float* a, int n) {}", "int produkt(const float* a, int n) {}"}));
  EXPECT_THAT(words_of("int product(float* x, int n) {}").fixes,
              ElementsAre(Fix{
                  {"a.cu", 1}, "int product(const float* x, int n) {}", "int product(float* x, int n) {}"}));
  EXPECT_THAT(words_of("int product(float* a, float n) {}").fixes, ElementsAre());
  EXPECT_THAT(words_of("int product(const float* a) {}").fixes, ElementsAre());
}

TEST(LinkErrors, AFunctionOfOneFileOrOfANamespaceIsToldFromTheLabs) {
  EXPECT_THAT(explained("static int product(const float* a, int n) {}"), HasSubstr("remove static"));
  EXPECT_THAT(explained("namespace { int product(const float* a, int n) {} }"),
              HasSubstr("in an unnamed namespace"));
  EXPECT_THAT(explained("namespace mine { int product(const float* a, int n) {} }"),
              HasSubstr("in the namespace mine"));
}

TEST(LinkErrors, ADeletedFunctionIsSentToItsFile) {
  EXPECT_THAT(
      explained("int other() {}"),
      HasSubstr("a.cu: error: the lab calls product, and no file of the submission defines it: write it, "
                "or take it from the starter's a.cu"));
}

TEST(LinkErrors, ASecondDefinitionNamesBothPlaces) {
  const std::string said =
      explain_link("ld: b.o: multiple definition of `helper(int)'; a.o: first defined here\n",
                   {{{"a.cu", "int helper(int n) {}"}, {"b.cu", "\nint helper(int n) {}"}}, {}, {}})
          .messages;
  EXPECT_THAT(said, HasSubstr("b.cu:2: error: helper is defined a second time, after a.cu:1"));
}

TEST(LinkErrors, WhatIsNotUnderstoodStaysAsTheLinkerSaidIt) {
  for (const std::string said :
       {"ld: cannot find -lfoo\n", "undefined reference to `", "x: undefined reference to `foo()'\n"})
    EXPECT_EQ(explained("int other() {}", said), said);
  EXPECT_THAT(missing_functions(undefined), ElementsAre("product"));
}

}  // namespace
}  // namespace gridmark::compile
