#include "grader/core/test_pattern.h"

#include <gtest/gtest.h>

#include <string>

namespace gridmark {
namespace {

TEST(TestPattern, AStarStandsForAnyRun) {
  EXPECT_TRUE(matches("MatmulTiled.*", "MatmulTiled.Ragged"));
  EXPECT_TRUE(matches("MatmulTiled.*", "MatmulTiled."));
  EXPECT_TRUE(matches("*.Ragged/*", "Every/Matmul.Ragged/3"));
  EXPECT_TRUE(matches("*", ""));
  EXPECT_TRUE(matches("a*b*c", "a-b-b-c"));
}

TEST(TestPattern, TheRestMustBeEqualToTheEnd) {
  EXPECT_FALSE(matches("MatmulTiled.*", "MatmulTiledWide.Ragged"));
  EXPECT_FALSE(matches("Counted.Tiled", "Counted.TiledWide"));
  EXPECT_FALSE(matches("Counted.Tiled", "Counted.Tile"));
  EXPECT_FALSE(matches("", "x"));
  EXPECT_FALSE(matches("a*b", "a-b-c"));
}

// A backtracking matcher would practically never end.
TEST(TestPattern, ManyStarsAreQuick) {
  std::string pattern;
  for (int i = 0; i < 50; ++i) pattern += "*a";
  EXPECT_FALSE(matches(pattern + "b", std::string(1000, 'a')));
}

}  // namespace
}  // namespace gridmark
