#include "grader/compile/compile_errors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridmark::compile {
namespace {

using testing::StartsWith;

std::string explained_compile(const std::string& messages, const std::string& text) {
  return explain_compile(messages, {{"a.cu", text}}).messages;
}

std::string change(const std::string& messages, const std::string& text) {
  const auto fixes = explain_compile(messages, {{"a.cu", text}}).fixes;
  return fixes.size() == 1 ? std::to_string(fixes[0].place.line) + ": " + fixes[0].text : "";
}

TEST(CompileErrors, AMissingSemicolonIsInTheLineBefore) {
  const std::string found = "a.cu:4:3: error: expected ‘,’ or ‘;’ before ‘for’\n";
  EXPECT_EQ(explained_compile(found, "void f() {\n  float sum = 0  // here\n\n  for (;;) {}\n"),
            "a.cu:2: error: the semicolon at the end of this line is missing\n" + found);
}

TEST(CompileErrors, ACharacterTooManyOrTooFewIsAChange) {
  EXPECT_EQ(change("a.cu:4:3: error: expected ‘,’ or ‘;’ before ‘for’\n",
                   "void f() {\n  float sum = 0  // here\n\n  for (;;) {}\n"),
            "2:   float sum = 0;  // here");
  EXPECT_EQ(
      change("a.cu:1:16: error: expected ‘]’ before ‘;’ token\n", "#define TILE 32; // 32\nint a[TILE];\n"),
      "1: #define TILE 32 // 32");
  EXPECT_EQ(change("a.cu:1:10: error: extended character “ is not valid in an identifier\n",
                   "#include “benchmark.h”\n"),
            "1: #include \"benchmark.h\"");
}

// The compiler's place is after the last word of the line without a semicolon, which is already the right
// line.
TEST(CompileErrors, ASemicolonThatTheCompilerHasPlacedStays) {
  const std::string found = "a.cu:2:11: error: expected ‘;’ before ‘}’ token\n";
  EXPECT_EQ(explained_compile(found, "int f() {\n  return 1\n}\n"), found);
}

TEST(CompileErrors, NoSemicolonIsMissingBehindABrace) {
  const std::string found = "a.cu:2:1: error: expected ‘;’ before ‘int’\n";
  EXPECT_EQ(explained_compile(found, "namespace n {\nint x;\n"), found);
}

TEST(CompileErrors, AMacroThatEndsWithASemicolon) {
  EXPECT_THAT(explained_compile("a.cu:1:16: error: expected ‘]’ before ‘;’ token\n",
                                "#define TILE 32;\nint a[TILE];\n"),
              StartsWith("a.cu:1: error: the macro TILE ends with a semicolon"));
}

TEST(CompileErrors, ALookalikeOfAQuotationMark) {
  EXPECT_THAT(
      explained_compile("a.cu:1:10: error: extended character “ is not valid in an identifier\n",
                        "#include “benchmark.h”\n"),
      StartsWith(
          "a.cu:1: error: this line has a typographic quotation mark “, which C++ does not know: type \"\n"));
}

TEST(CompileErrors, ASharedArrayOfASizeThatIsNoConstant) {
  EXPECT_THAT(explained_compile("a.cu:1:20: error: storage size of ‘as’ isn’t constant\n",
                                "  __shared__ float as[blockDim.y];\n"),
              StartsWith("a.cu:1: error: the sizes of a __shared__ array must be constants"));
}

TEST(CompileErrors, APointerInPlaceOfItsAddress) {
  const auto of = [](const std::string& type) {
    return explained_compile(
        "a.cu:1:3: error: no matching function for call to ‘cudaMalloc(" + type + ", size_t&)’\n",
        "cudaMalloc(a, n);\n");
  };
  EXPECT_THAT(of("float*&"), StartsWith("a.cu:1: error: cudaMalloc stores an address in your pointer"));
  EXPECT_THAT(of("float**"), StartsWith("a.cu:1:3: error: no matching function"));
}

TEST(CompileErrors, WhatIsNotKnownStaysAsItIs) {
  for (const std::string found : {"", "a.cu:9:9: error: expected ‘;’ before ‘x’\n", "b.cu:1:1: error: x\n",
                                  "a.cu:1:1: error:", "a.cu:1: error: stray ‘\\342’ in program\n"})
    EXPECT_EQ(explained_compile(found, "int x;\n"), found);
}

}  // namespace
}  // namespace gridmark::compile
