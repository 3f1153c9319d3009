#include "emulation/rewrite/sides.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace gridmark::rewrite {
namespace {

using testing::HasSubstr;
using testing::Not;

/// The preprocessor's result for lines that begin with 'd' (the device's), 'h' (the host's) or ' ' (both).
std::string seen_by(char side, const std::string& lines) {
  std::string text = "# 1 \"a.cu\"\n";
  std::size_t begin = 0;
  while (begin < lines.size()) {
    const std::size_t end = lines.find('\n', begin);
    if (lines[begin] == ' ' || lines[begin] == side) text += lines.substr(begin + 1, end - begin - 1);
    text += '\n';
    begin = end + 1;
  }
  return text;
}

std::string merged(const std::string& lines) { return merge_sides(seen_by('d', lines), seen_by('h', lines)); }

TEST(Sides, ABodyThatDiffersIsThereForEach) {
  EXPECT_EQ(merged(" __host__ __device__ int f() {\n"
                   "d  return 1;\n"
                   "h  return 2;\n"
                   " }\n"),
            "# 1 \"a.cu\"\n"
            "__host__ __device__ int f() {if(GRIDMARK_ON_DEVICE){\n  return 1;\n\n}else\n"
            "# 1 \"a.cu\"\n"
            "                            {\n\n  return 2;\n}\n"
            "# 4 \"a.cu\"\n"
            "}\n");
}

TEST(Sides, WhatIsTheSameStays) {
  const std::string lines = " int f() {\n   return 1;\n }\nd int device_only;\n int g();\n";
  EXPECT_EQ(merged(lines), seen_by('d', lines));
}

TEST(Sides, WhatTheHostAloneDeclaresIsDeclared) {
  EXPECT_EQ(merged(" int f();\nhint host_only;\n int g();\n"),
            "# 1 \"a.cu\"\nint f();\n\n\n"
            "# 2 \"a.cu\"\nint host_only;\n"
            "# 3 \"a.cu\"\nint g();\n");
  EXPECT_THAT(merged("hint last;\n"), HasSubstr("int last;"));
}

TEST(Sides, AFunctionThatEachSideDefinesIsOneWithBothBodies) {
  for (const char* pair :
       {"d__device__ int f(int x) { return 1; }\nhint f(int x) { return 2; }\n",
        "hinline int f(int x) { return 2; }\n\nd__device__ inline int f(int x) { return 1; }\n",
        " struct S {\nd__device__ S() : a(1) { one(); }\nhS() : a(1) { two(); }\n };\n",
        "hint f() { return 2; }\n int g();\nd__device__ int f() { return 1; }\n"}) {
    const std::string text = merged(pair);
    EXPECT_THAT(text, HasSubstr("__host__\n")) << pair;
    EXPECT_EQ(text.find("GRIDMARK_ON_DEVICE"), text.rfind("GRIDMARK_ON_DEVICE")) << pair;
  }
}

TEST(Sides, ParametersMayHaveOtherNamesForTheHost) {
  EXPECT_THAT(merged("d__device__ int f(const T<int, 3>& a, int b[4], float c = 1) { return 1; }\n"
                     "hint f(const T<int, 3>& a, int d[4], float = 2) { return 2; }\n"),
              HasSubstr("else{[[maybe_unused]] auto& d = b;"));
  for (const char* lines :
       {"d__device__ int f(int a, int b) { return 1; }\nhint f(int b, int a) { return 2; }\n",
        "d__device__ int f(int) { return 1; }\nhint f(int a) { return 2; }\n", "dint f(void);\nhint f();\n",
        "dS(int a) : x(a) {}\nhS(int b) : x(b) {}\n"})
    EXPECT_EQ(merged(lines), seen_by('d', lines)) << lines;
  EXPECT_THAT(merged("d__device__ int f(int a) { return 1; }\nhint f(float a) { return 2; }\n"),
              HasSubstr("int f(float a)"));
  EXPECT_THAT(merged(" struct S {\nd__device__ int operator()(int a) { return 1; }\n"
                     "hint operator()(int b) { return 2; }\n };\n"),
              HasSubstr("auto& b = a;"));
}

TEST(Sides, WhatTheHostsFunctionNeedsComesBeforeIt) {
  const std::string text = merged(
      "d__device__ int f() { return 1; }\n"
      "hint helper() { return 2; }\nhint f() { return helper(); }\n");
  EXPECT_LT(text.find("int helper() { return 2; }"), text.find("GRIDMARK_ON_DEVICE"));
}

TEST(Sides, NothingIsDefinedTwice) {
  for (const char* lines :
       {"d__device__ long f(int x) { return 1; }\nhint f(int x) { return 2; }\n",
        "dconst int width = 32;\nhconst int width = 1;\n", "dstruct S { int a; };\nhstruct S { int b; };\n",
        " #define DEFINE(f) int f();\ndDEFINE(f);\nhint f();\n", " enum E {\nd a\nh b\n };\n",
        " void f()\nd const\nh volatile\n ;\n"})
    EXPECT_EQ(merged(lines), seen_by('d', lines)) << lines;
}

TEST(Sides, MacrosOfTheHostAreInForceAroundItsBody) {
  const std::string text = merged(
      "d#define SIDE 1\nh#define SIDE 2\n #define TWICE (2 * SIDE)\n"
      " int f() { return TWICE; }\n int g() { return 3; }\n");
  EXPECT_THAT(text, HasSubstr("else\n#undef SIDE\n#define SIDE 2\n# 4 \"a.cu\"\n"));
  EXPECT_THAT(text, HasSubstr("}\n#undef SIDE\n#define SIDE 1\n# 4 \"a.cu\"\n"));
  EXPECT_EQ(text.find("GRIDMARK_ON_DEVICE"), text.rfind("GRIDMARK_ON_DEVICE"));
}

TEST(Sides, AMacroMayBeThereForOneSideAlone) {
  const std::string text = merged("d#define printf(...)\n void f() { printf(\"\"); }\n");
  EXPECT_THAT(text, HasSubstr("else\n#undef printf\n# 2"));
  EXPECT_THAT(text, HasSubstr("}\n#undef printf\n#define printf(...)\n# 2"));
}

TEST(Sides, AFunctionIsTheHostsTooWhereItsQualifierIsTheDevices) {
  EXPECT_THAT(merged("d#define FN __device__ inline\nh#define FN inline\n FN int f() { return 1; }\n"),
              HasSubstr("#define FN __host__ __device__ inline\n"));
  EXPECT_THAT(merged("d__device__\n int f() { return 1; }\n"),
              HasSubstr("__host__\n# 1 \"a.cu\"\n__device__\n"));
}

TEST(Sides, HeadersOfTheHostAloneAreFound) {
  const std::string both = "# 1 \"/s/b.h\" 1 3\n# 2 \"a.cu\" 2\n";
  EXPECT_THAT(
      headers_of_host("# 1 \"a.cu\"\n" + both,
                      "# 1 \"a.cu\"\n# 1 \"/s/m.h\" 1 3\n# 1 \"/s/n.h\" 1 3\n# 1 \"a.cu\" 2\n" + both),
      testing::ElementsAre("/s/m.h"));
  EXPECT_THAT(headers_of_host("# 1 \"a.cu\"\n" + both, "# 1 \"a.cu\"\n" + both), testing::IsEmpty());
}

TEST(Sides, DeviceFunctionsAreTheDevicesAlone) {
  for (const char* head : {"__device__ int f()", "__global__ void f()", "DEVICE int f()"}) {
    const std::string lines =
        std::string(" #define DEVICE __device__ inline\n ") + head + " {\nd  one();\nh  two();\n }\n";
    EXPECT_EQ(merged(lines), seen_by('d', lines)) << head;
  }
}

TEST(Sides, MacrosStandForQualifiers) {
  EXPECT_THAT(
      merged(
          " #define HD __host__ __device__\n #define INLINE HD inline\n INLINE int f() {\nd 1;\nh 2;\n }\n"),
      HasSubstr("GRIDMARK_ON_DEVICE"));
}

TEST(Sides, MembersAndConstructorsAreFunctionsAndClassesAreNot) {
  const std::string text = merged(
      " namespace a {\n struct S : B {\nd int only_here;\n   S(int x) : v(x) {\nd  one();\nh  two();\n   }\n "
      "};\n }\n");
  EXPECT_THAT(text, HasSubstr("v(x) {if(GRIDMARK_ON_DEVICE){"));
  EXPECT_THAT(text, HasSubstr("struct S : B {\n int only_here;"));
}

TEST(Sides, ALambdasBodyHasBothInEitherTextOfItsFunction) {
  const std::string text = merged(
      " int main() {\nd  one();\n auto f = [=] __host__ __device__ (int x) {\nd return x;\nh return 2;\n "
      "};\n }\n");
  std::size_t choices = 0;
  for (std::size_t at = text.find("GRIDMARK_ON_DEVICE"); at != text.npos;
       at = text.find("GRIDMARK_ON_DEVICE", at + 1))
    ++choices;
  EXPECT_EQ(choices, 3U);
}

TEST(Sides, LoopsAreNotFunctions) {
  EXPECT_THAT(merged(" void f() {\n for (;;) {\nd one();\nh two();\n }\n }\n"),
              HasSubstr("void f() {if(GRIDMARK_ON_DEVICE){"));
}

TEST(Sides, ConstantExpressionsAndLabelsAreTheDevices) {
  for (const char* lines : {" constexpr int f() {\nd return 1;\nh return 2;\n }\n",
                            " int f() {\nd goto end;\nh two();\n end: return 1;\n }\n"}) {
    EXPECT_THAT(merged(lines), Not(HasSubstr("GRIDMARK_ON_DEVICE"))) << lines;
  }
}

TEST(Sides, FilesThatOneSideIncludesAreSteppedOver) {
  const std::string device = "# 1 \"a.cu\"\n# 1 \"d.h\" 1\nint d;\n# 2 \"a.cu\" 2\nint f() {\none();\n\n}\n";
  const std::string host = "# 1 \"a.cu\"\n\nint f() {\n\ntwo();\n}\n";
  EXPECT_THAT(merge_sides(device, host), HasSubstr("two();"));
}

TEST(Sides, ALineWhoseMacrosAreExpandedKeepsWhatBothHave) {
  const std::string device = "# 1 \"a.cu\"\n__host__ __device__ int f() { return one() + 1; }\n";
  const std::string host = "# 1 \"a.cu\"\n__host__ __device__ int f() { return 2; }\n";
  EXPECT_THAT(merge_sides(device, host), HasSubstr("f() {if(GRIDMARK_ON_DEVICE){ return one() + 1; }else"));
}

TEST(Sides, AnyTextsGiveAText) {
  std::mt19937 random(7);
  const std::vector<std::string> words = {"{",
                                          "}",
                                          "(",
                                          ")",
                                          ";",
                                          "\n",
                                          "f",
                                          "__host__",
                                          "[",
                                          "]",
                                          "=",
                                          "constexpr",
                                          "__device__",
                                          ":",
                                          ",",
                                          "goto",
                                          "\"",
                                          "// x\n",
                                          "\n# 1 \"b.h\" 1\n",
                                          "\n#define F {\n",
                                          "\n# 2 \"b.h\" 3\n"};
  for (int round = 0; round < 3000; ++round) {
    std::string lines;
    for (int i = 0; i < 40; ++i) {
      const std::string& word = words[random() % words.size()];
      lines += (random() % 3 ? " " : random() % 2 ? "d" : "h") + word + " f() {" + words[random() % 6] + "\n";
    }
    const std::string text = merged(lines);
    EXPECT_GE(text.size() + 1, 1U);
  }
}

}  // namespace
}  // namespace gridmark::rewrite
