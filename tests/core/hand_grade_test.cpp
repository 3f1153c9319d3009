#include "grader/core/hand_grade.h"

#include <gtest/gtest.h>

namespace gridmark {
namespace {

HandGrade given(std::int64_t number, double points, std::int64_t seen, const std::string& comment = "") {
  HandGrade one;
  one.number = number;
  one.points = Points(points);
  one.seen = seen;
  one.comment = comment;
  return one;
}

TEST(HandGrade, ReplacesWhatItsGraderSaw) {
  const auto standing = standing_grades({given(1, 3, 0), given(4, 2, 1), given(9, 2.5, 4)});
  ASSERT_EQ(standing.size(), 1u);
  EXPECT_EQ(counting_grade(standing).number, 9);
  EXPECT_FALSE(in_conflict(standing));
}

TEST(HandGrade, TwoAtOnceBothStand) {
  const auto standing = standing_grades({given(1, 3, 0), given(2, 2, 0)});
  ASSERT_EQ(standing.size(), 2u);
  EXPECT_TRUE(in_conflict(standing));
  EXPECT_EQ(counting_grade(standing).points, Points(3));
}

TEST(HandGrade, WhoSawBothDecides) {
  const auto standing = standing_grades({given(1, 3, 0), given(2, 2, 0), given(3, 2, 2)});
  ASSERT_EQ(standing.size(), 1u);
  EXPECT_EQ(standing.front().number, 3);
}

TEST(HandGrade, WhoSawOneOfThemDoesNotDecide) {
  const auto standing = standing_grades({given(1, 3, 0), given(2, 2, 0), given(3, 1, 1)});
  ASSERT_EQ(standing.size(), 2u);
  EXPECT_EQ(standing.front().number, 2);
}

TEST(HandGrade, AgreementHasBothComments) {
  const auto standing =
      standing_grades({given(1, 3, 0, "clear"), given(2, 3, 0, "short"), given(3, 3, 0, "clear")});
  EXPECT_FALSE(in_conflict(standing));
  EXPECT_EQ(counting_grade(standing).comment, "clear\n\nshort");
}

TEST(HandGrade, NobodyGradedYet) {
  EXPECT_TRUE(standing_grades({}).empty());
  EXPECT_FALSE(in_conflict({}));
}

}  // namespace
}  // namespace gridmark
