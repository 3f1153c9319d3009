#include "grader/core/source_lines.h"

#include <gtest/gtest.h>

namespace gridmark {
namespace {

const std::map<std::string, std::string> sources{{"a.cu", "one\r\ntwo\nthree\nfour\nfive\nsix\nseven"}};

TEST(LinesAround, JoinsNeighboursAndEndsWithTheFile) {
  const auto kept = lines_around({{"a.cu", 2}, {"a.cu", 3}, {"a.cu", 7}}, sources, 1);
  ASSERT_EQ(kept.size(), 2U);
  EXPECT_EQ(kept[0], (SourceLines{"a.cu", 1, {"one", "two", "three", "four"}}));
  EXPECT_EQ(kept[1], (SourceLines{"a.cu", 6, {"six", "seven"}}));
}

TEST(LinesAround, KnowsNothingOfOtherFilesAndOfNoLine) {
  EXPECT_TRUE(lines_around({{"b.cu", 2}, {"a.cu", 0}, {"a.cu", 99}}, sources, 1).empty());
}

TEST(LinesAround, KeepsAtMost400LinesOf200Bytes) {
  std::map<std::string, std::string> long_file;
  std::vector<Place> places;
  for (int i = 1; i <= 1000; ++i)
    long_file["a.cu"] += std::string(500, 'x') + "\n", places.push_back({"a.cu", i});
  const auto kept = lines_around(places, long_file, 4);
  std::size_t lines = 0;
  for (const SourceLines& part : kept) lines += part.lines.size();
  EXPECT_EQ(lines, 400U);
  EXPECT_EQ(kept[0].lines[0].size(), 200U);
}

TEST(LinesNear, KeepsWhatStandsBesideAPlace) {
  const std::vector<SourceLines> kept{{"a.cu", 2, {"two", "three", "four", "five", "six"}},
                                      {"b.cu", 1, {"one"}}};
  EXPECT_EQ(lines_near(kept, {{"a.cu", 2}, {"a.cu", 6}}, 1),
            (std::vector<SourceLines>{{"a.cu", 2, {"two", "three"}}, {"a.cu", 5, {"five", "six"}}}));
  EXPECT_TRUE(lines_near(kept, {{"c.cu", 1}, {"b.cu", 9}}, 1).empty());
}

TEST(LinesAt, TakesThoseAroundThePlaceOutOfWhatWasKept) {
  const auto kept = lines_around({{"a.cu", 3}, {"a.cu", 5}}, sources, 2);
  EXPECT_EQ(lines_at(kept, {"a.cu", 5}, 1), (SourceLines{"a.cu", 4, {"four", "five", "six"}}));
  EXPECT_TRUE(lines_at(kept, {"a.cu", 70}, 1).lines.empty());
  EXPECT_TRUE(lines_at(kept, {"b.cu", 3}, 1).lines.empty());
}

}  // namespace
}  // namespace gridmark
