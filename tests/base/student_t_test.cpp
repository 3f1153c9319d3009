#include "base/student_t.h"

#include <gtest/gtest.h>

namespace gridmark::timing {
namespace {

// The values of textbook tables, to all their digits.
TEST(StudentT, QuantilesAreThoseOfTheTables) {
  EXPECT_NEAR(student_t_above(0.05, 1), 6.314, 5e-4);
  EXPECT_NEAR(student_t_above(0.025, 2), 4.303, 5e-4);
  EXPECT_NEAR(student_t_above(0.025, 4), 2.776, 5e-4);
  EXPECT_NEAR(student_t_above(0.01, 5), 3.365, 5e-4);
  EXPECT_NEAR(student_t_above(0.005, 9), 3.250, 5e-4);
  EXPECT_NEAR(student_t_above(0.001, 15), 3.733, 5e-4);
}

TEST(StudentT, TheDistributionIsSymmetric) {
  EXPECT_DOUBLE_EQ(student_t_below(0, 3), 0.5);
  for (const int freedom : {1, 2, 7, 12})
    EXPECT_NEAR(student_t_below(-1.3, freedom) + student_t_below(1.3, freedom), 1, 1e-12);
}

}  // namespace
}  // namespace gridmark::timing
