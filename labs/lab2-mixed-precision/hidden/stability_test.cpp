// Shapes and values that the handout does not name.
#include "labs/lab2-mixed-precision/tests/stability.h"

namespace gridmark::lab2 {
namespace {

TEST(Softmax, AnyShape) {
  for (int i = 0; i < 3; ++i)
    ASSERT_TRUE(softmax_of_any(Type::f16, any_between(1, 40), any_between(2, 700), -9, 9));
}

// Rows of equal elements far from 0. Only their differences matter.
TEST(Softmax, EqualElements) {
  const int columns = any_between(3, 130);
  EXPECT_TRUE(softmax_right(Type::f16, 2, columns, std::vector<float>(area(2, columns), -60'000)));
}

TEST(Softmax, AnyMask) {
  const int rows = any_between(4, 12), columns = any_between(40, 90);
  std::vector<float> x = any_values(area(rows, columns), -20, 20);
  for (std::size_t i = 0; i < x.size(); ++i)
    if (i / static_cast<std::size_t>(columns) % 3 == 0 || any_between(0, 4) == 0) x[i] = -INFINITY;
  EXPECT_TRUE(softmax_right(Type::f16, rows, columns, x));
}

TEST(AttentionScores, AnyShape) {
  for (int i = 0; i < 3; ++i)
    ASSERT_TRUE(scores_right(Type::f16, any_between(1, 70), any_between(1, 70), any_between(1, 130), -3, 3));
}

TEST(AttentionScores, LargeNegativeSums) { EXPECT_TRUE(scores_right(Type::f16, 9, 30, 100, -60, 5)); }

TEST(Bf16, SoftmaxOfAnyShape) {
  EXPECT_TRUE(softmax_of_any(Type::bf16, any_between(1, 20), any_between(2, 300), -30, 30));
}

}  // namespace
}  // namespace gridmark::lab2
