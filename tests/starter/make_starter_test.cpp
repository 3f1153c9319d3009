#include "labkit/starter/make_starter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridmark::starter {
namespace {

using testing::HasSubstr;

const Tree whole_solution{{"sum.cu",
                           "#include \"sum.h\"\n"
                           "// BEGIN SOLUTION sum\n"
                           "//: // TODO: add\n"
                           "int sum() { return 2; }\n"
                           "// END SOLUTION sum\n"
                           "// BEGIN SOLUTION product\n"
                           "int product() { return 3; }\n"
                           "// END SOLUTION product\n"},
                          {"parts/given.h", "#pragma once\n"}};

TEST(MakeStarter, StudentsGetTheStarterLinesInPlaceOfEachBlock) {
  const auto starter = make_starter(whole_solution);
  ASSERT_TRUE(starter) << starter.error();
  EXPECT_EQ(starter->at("sum.cu"), "#include \"sum.h\"\n// TODO: add\n");
}

TEST(MakeStarter, FilesWithoutMarksAreGivenAsTheyAre) {
  EXPECT_EQ(make_starter(whole_solution)->at("parts/given.h"), "#pragma once\n");
}

TEST(MakeStarter, ASolutionWithoutMarksIsRefused) {
  const auto starter = make_starter({{"sum.cu", "int sum();\n"}});
  ASSERT_FALSE(starter);
  EXPECT_THAT(starter.error(), HasSubstr("no file has a BEGIN SOLUTION mark"));
}

TEST(MakeStarter, ABlockNameInTwoFilesIsRefusedWithBothPlaces) {
  const std::string block = "// BEGIN SOLUTION a\n// END SOLUTION a\n";
  const auto starter = make_starter({{"x.cu", block}, {"y.cu", "\n" + block}});
  ASSERT_FALSE(starter);
  EXPECT_EQ(starter.error(), "y.cu:2: a second block a. The first is at x.cu:1");
}

// Students make them.
TEST(MakeStarter, ResultsAreOfTheSolutionAlone) {
  Tree with_results = whole_solution;
  with_results["results/sweep.csv"] = "n\n1\n";
  EXPECT_FALSE(make_starter(with_results)->contains("results/sweep.csv"));
  EXPECT_TRUE(without_marks(with_results)->contains("results/sweep.csv"));
}

TEST(WithoutMarks, ASolutionIsAsOneHandsItIn) {
  const auto solved = without_marks(whole_solution);
  ASSERT_TRUE(solved) << solved.error();
  EXPECT_EQ(solved->at("sum.cu"),
            "#include \"sum.h\"\nint sum() { return 2; }\nint product() { return 3; }\n");
}

}  // namespace
}  // namespace gridmark::starter
