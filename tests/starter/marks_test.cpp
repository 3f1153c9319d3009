#include "labkit/starter/marks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gridmark::starter {
namespace {

using testing::HasSubstr;

TEST(Marks, ABlockHasWhatStudentsGetAndWhatTheSolutionHas) {
  const auto pieces = read_marks("x.cu",
                                 "given\n"
                                 "  // BEGIN SOLUTION sum\n"
                                 "  //: // TODO: add\n"
                                 "  return a + b;\n"
                                 "  // END SOLUTION sum\n"
                                 "end\n");
  ASSERT_TRUE(pieces) << pieces.error();
  ASSERT_EQ(pieces->size(), 3u);
  EXPECT_EQ((*pieces)[0].starter, "given\n");
  EXPECT_EQ((*pieces)[0].solved, "given\n");
  EXPECT_EQ((*pieces)[1].block, "sum");
  EXPECT_EQ((*pieces)[1].line, 2);
  EXPECT_EQ((*pieces)[1].starter, "  // TODO: add\n");
  EXPECT_EQ((*pieces)[1].solved, "  return a + b;\n");
  EXPECT_EQ((*pieces)[2].solved, "end\n");
}

TEST(Marks, AnEmptyStarterLineHasNoTrailingSpaces) {
  const auto pieces = read_marks("x.cu", "// BEGIN SOLUTION a\n  //:\n//:\n//:   deep\n// END SOLUTION a\n");
  ASSERT_TRUE(pieces) << pieces.error();
  EXPECT_EQ(pieces->at(0).starter, "\n\n  deep\n");
}

TEST(Marks, InMarkdownTheyAreComments) {
  const auto pieces = read_marks("REPORT.md",
                                 "# Title\n"
                                 "<!-- BEGIN SOLUTION claims -->\n"
                                 "<!--: ```claims -->\n"
                                 "<!--: a = TODO -->\r\n"
                                 "<!--:  -->\n"
                                 "a = 1\n"
                                 "<!-- words of its own -->\n"
                                 "<!-- END SOLUTION claims -->\n");
  ASSERT_TRUE(pieces) << pieces.error();
  ASSERT_EQ(pieces->size(), 2u);
  EXPECT_EQ((*pieces)[1].block, "claims");
  EXPECT_EQ((*pieces)[1].starter, "```claims\na = TODO\r\n\n");
  EXPECT_EQ((*pieces)[1].solved, "a = 1\n<!-- words of its own -->\n");
}

TEST(Marks, AFileWithoutMarksIsOneText) {
  const auto pieces = read_marks("x.h", "one\ntwo");
  ASSERT_TRUE(pieces) << pieces.error();
  ASSERT_EQ(pieces->size(), 1u);
  EXPECT_EQ(pieces->at(0).solved, "one\ntwo");
}

TEST(Marks, AnEmptyFileHasNoPieces) { EXPECT_TRUE(read_marks("x.h", "")->empty()); }

TEST(Marks, BytesThatAreNotTextPassUnchanged) {
  const std::string bytes("\xff\0\r\n", 4);
  EXPECT_EQ(read_marks("x.bin", bytes)->at(0).starter, bytes);
}

struct Broken {
  std::string name, text, message;
  friend void PrintTo(const Broken& broken, std::ostream* out) { *out << broken.name; }
};

class BrokenMarks : public testing::TestWithParam<Broken> {};

TEST_P(BrokenMarks, AreRefusedWithFileAndLine) {
  const auto pieces = read_marks("x.cu", GetParam().text);
  ASSERT_FALSE(pieces);
  EXPECT_THAT(pieces.error(), HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, BrokenMarks,
    testing::Values(
        Broken{"NeverEnded", "\n// BEGIN SOLUTION a\nx\n", "x.cu:2: BEGIN SOLUTION a has no END SOLUTION"},
        Broken{"NeverBegun", "x\n// END SOLUTION a\n", "x.cu:2: END SOLUTION without BEGIN SOLUTION"},
        Broken{"Nested", "// BEGIN SOLUTION a\n// BEGIN SOLUTION b\n",
               "x.cu:2: BEGIN SOLUTION inside the block a of line 1"},
        Broken{"Crossed", "// BEGIN SOLUTION a\n// END SOLUTION b\n",
               "x.cu:2: END SOLUTION b ends the block a of line 1"},
        Broken{"Unnamed", "// BEGIN SOLUTION\n", "x.cu:1: BEGIN SOLUTION is followed by \"\""},
        Broken{"BadName", "// BEGIN SOLUTION my kernel\n",
               "x.cu:1: BEGIN SOLUTION is followed by \"my kernel\""},
        Broken{"Twice", "// BEGIN SOLUTION a\n// END SOLUTION a\n// BEGIN SOLUTION a\n// END SOLUTION a\n",
               "x.cu:3: a second block a. The first is in line 1"},
        Broken{"StarterLineOutside", "//: // TODO\n", "x.cu:1: a starter line (//:) outside a block"},
        Broken{"Misspelled", "x\n//BEGIN SOLUTION a\n", "x.cu:2: a misspelled mark"},
        Broken{"AfterCode", "x();  // BEGIN SOLUTION a\n", "x.cu:1: a misspelled mark"}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace gridmark::starter
