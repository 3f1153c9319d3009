#include "grader/compile/diagnostics.h"

#include <gtest/gtest.h>

namespace gridmark::compile {
namespace {

const std::vector<std::string> files{"matmul.cu", "deep/extra.cpp", "odd name:3.cu"};

std::optional<Place> place_in(const std::string& messages) { return first_error_place(messages, files); }

TEST(FirstErrorPlace, TheFirstErrorCountsNotTheFirstWarning) {
  EXPECT_EQ(place_in("matmul.cu: In function 'int f()':\n"
                     "matmul.cu:3:9: warning: unused variable 'x'\n"
                     "matmul.cu:12:5: error: 'y' was not declared in this scope\n"
                     "deep/extra.cpp:1:1: error: another\n"),
            (Place{"matmul.cu", 12}));
}

TEST(FirstErrorPlace, FatalErrorsAndLinkersCountToo) {
  EXPECT_EQ(place_in("matmul.cu:2:10: fatal error: none.h: No such file or directory"),
            (Place{"matmul.cu", 2}));
  EXPECT_EQ(
      place_in("/usr/bin/ld: /box/x.o: in function `f':\ndeep/extra.cpp:7: undefined reference to `g'\n"),
      (Place{"deep/extra.cpp", 7}));
}

TEST(FirstErrorPlace, NamesMayHoldColonsAndStartWithADot) {
  EXPECT_EQ(place_in("odd name:3.cu:4:1: error: x"), (Place{"odd name:3.cu", 4}));
  EXPECT_EQ(place_in("./matmul.cu:4:1: error: x"), (Place{"matmul.cu", 4}));
}

TEST(FirstErrorPlace, NvccPutsTheLineInBrackets) {
  EXPECT_EQ(place_in("matmul.cu(12): error: identifier \"y\" is undefined\n"), (Place{"matmul.cu", 12}));
  EXPECT_EQ(place_in("matmul.cu(3): warning #177-D: x\ndeep/extra.cpp(7): error: z\n"),
            (Place{"deep/extra.cpp", 7}));
  EXPECT_EQ(place_in("matmul.cu(12: error: y"), std::nullopt);
}

TEST(FirstErrorPlace, ErrorsOutsideTheStudentsFilesHaveNoPlace) {
  EXPECT_EQ(place_in("/usr/include/c++/12/vector:10:1: error: x\n"), std::nullopt);
  EXPECT_EQ(place_in("other_matmul.cu:10:1: error: x\n"), std::nullopt);
}

TEST(FirstErrorPlace, NonsenseIsNoPlace) {
  for (const char* text : {"", "\n\n", "matmul.cu", "matmul.cu:", "matmul.cu:x:1: error:",
                           "matmul.cu:-1:1: error: x", "matmul.cu:99999999999999999999:1: error: x",
                           "matmul.cu:2000000000:1: error: x", "matmul.cu:0:1: error: x", "\xff\xfe:1:"})
    EXPECT_EQ(place_in(text), std::nullopt) << text;
}

}  // namespace
}  // namespace gridmark::compile
