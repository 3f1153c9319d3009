#include "emulation/driver/syntax_pass.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridmark::driver {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(SyntaxPass, TakesOverWhatClangSaysAboutSides) {
  EXPECT_EQ(wrong_sides(R"(a.cu:19:10: error: no matching function for call to 'rand'
  p[1] = rand();
         ^~~~
/usr/include/stdlib.h:454:12: note: candidate function not viable: call to __host__ function from __global__ function
extern int rand (void) __THROW;
           ^
)"),
            "a.cu:19:10: warning: a __global__ function calls rand, which is __host__. nvcc refuses this\n"
            "   19 |   p[1] = rand();\n      |          ^~~~\n");
  EXPECT_THAT(wrong_sides("a.cu:7:3: error: reference to __device__ variable 'total' in __host__ function\n"
                          "  total = 1;\n  ^\n"),
              HasSubstr("a.cu:7:3: warning: a __host__ function uses total, which is __device__"));
}

TEST(SyntaxPass, KeepsEverythingElseToItself) {
  EXPECT_EQ(wrong_sides("a.cu:1:10: fatal error: 'x.h' file not found\n#include \"x.h\"\n         ^~~~~\n"
                        "a.cu:2:1: error: unknown type name 'foo'\nfoo x;\n^\n2 errors generated.\n"),
            "");
  EXPECT_EQ(wrong_sides(""), "");
  EXPECT_EQ(wrong_sides("a.cu:1:1: error: call"), "");
  EXPECT_EQ(wrong_sides(std::string("\0\xff: error: '\n", 13)), "");
}

TEST(SyntaxPass, TellsTheHostsCallsFromTheDevices) {
  const std::string words =
      "a.cu:1:1: error: reference to __device__ function 'f' in __host__ function\n f();\n ^\n"
      "a.cu:2:1: error: reference to __host__ function 'g' in __global__ function\n g();\n ^\n";
  EXPECT_THAT(wrong_sides(words, Callers::host),
              testing::AllOf(HasSubstr("uses f"), Not(HasSubstr("uses g"))));
  EXPECT_THAT(wrong_sides(words, Callers::device),
              testing::AllOf(HasSubstr("uses g"), Not(HasSubstr("uses f"))));
}

TEST(SyntaxPass, SaysNoMoreThanAScreenful) {
  std::string words;
  for (int i = 1; i <= 100; ++i)
    words += "a.cu:" + std::to_string(i) +
             ":1: error: reference to __device__ variable 'x' in __host__ function\n";
  EXPECT_THAT(wrong_sides(words), HasSubstr("a.cu:20:1: warning"));
  EXPECT_THAT(wrong_sides(words), Not(HasSubstr("a.cu:21:1: warning")));
}

}  // namespace
}  // namespace gridmark::driver
