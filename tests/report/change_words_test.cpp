#include "grader/report/change_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridmark::report {
namespace {

using testing::ElementsAre;

TEST(ChangeLines, SayWhatGoesAndWhatComes) {
  EXPECT_THAT(
      change_lines(
          {{{"a.cu", 7}, "int x = 1;", "int x;"}, {{"a.cu", 9}, "f();"}, {{"b.cu", 0}, "#include <c>"}}),
      ElementsAre("Change a.cu:7", "  - int x;", "  + int x = 1;", "Add a line behind a.cu:9", "  + f();",
                  "Add a line at the top of b.cu", "  + #include <c>"));
}

TEST(ChangeLines, AStatementTooManyOnlyGoes) {
  EXPECT_THAT(change_lines({{{"a.cu", 7}, "", "f();"}}), ElementsAre("Change a.cu:7", "  - f();"));
}

}  // namespace
}  // namespace gridmark::report
