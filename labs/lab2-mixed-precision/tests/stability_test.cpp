// Tests of stability_tests.cu that the handout announces.
#include "labs/lab2-mixed-precision/tests/stability.h"

namespace gridmark::lab2 {
namespace {

TEST(Softmax, SmallRows) { EXPECT_TRUE(softmax_of_any(Type::f16, 3, 5, -2, 2)); }
TEST(Softmax, OneColumn) { EXPECT_TRUE(softmax_of_any(Type::f16, 4, 1, -2, 2)); }
// exp(12) does not fit into f16.
TEST(Softmax, LargeLogits) { EXPECT_TRUE(softmax_of_any(Type::f16, 17, 300, -60, 60)); }
// exp(100) does not fit into f32.
TEST(Softmax, HugeLogits) { EXPECT_TRUE(softmax_of_any(Type::f16, 8, 64, 500, 60'000)); }
TEST(Softmax, MaskedRows) {
  std::vector<float> x = any_values(4 * 33, -3, 3);
  std::fill(x.begin() + 33, x.begin() + 66, -INFINITY);
  x[3] = x[80] = -INFINITY;
  EXPECT_TRUE(softmax_right(Type::f16, 4, 33, x));
}

TEST(Softmax, OnTheGivenStream) { EXPECT_TRUE(works_on_the_given_stream(some_softmax(5, 40))); }
TEST(Softmax, RefusesSizesBelowOne) {
  constexpr std::pair<int, int> refused[] = {{0, 5}, {3, 0}, {-1, 5}, {3, -1}};
  for (const auto& [rows, columns] : refused) {
    Softmax op = some_softmax(3, 5);
    op.rows = rows, op.columns = columns;
    ASSERT_TRUE(channel::refuses_sizes(op));
  }
}
TEST(Softmax, RefusesFullPrecision) { EXPECT_TRUE(refuses_full_precision(some_softmax(3, 5))); }

TEST(Softmax, ReturnsLaunchErrors) { EXPECT_TRUE(channel::tells_errors(some_softmax(3, 5))); }

TEST(AttentionScores, ReturnsLaunchErrors) { EXPECT_TRUE(channel::tells_errors(some_scores(3, 5, 4))); }
TEST(AttentionScores, OnTheGivenStream) { EXPECT_TRUE(works_on_the_given_stream(some_scores(6, 7, 8))); }
TEST(AttentionScores, RefusesSizesBelowOne) {
  constexpr std::tuple<int, int, int> refused[] = {{0, 5, 4}, {3, 0, 4}, {3, 5, 0}, {-1, 5, 4}, {3, 5, -1}};
  for (const auto& [rows_q, rows_k, depth] : refused) {
    Scores op = some_scores(3, 5, 4);
    op.rows_q = rows_q, op.rows_k = rows_k, op.depth = depth;
    ASSERT_TRUE(channel::refuses_sizes(op));
  }
}
TEST(AttentionScores, RefusesFullPrecision) { EXPECT_TRUE(refuses_full_precision(some_scores(3, 5, 4))); }
TEST(AttentionScores, Small) { EXPECT_TRUE(scores_right(Type::f16, 5, 7, 3, -1, 1)); }
TEST(AttentionScores, Usual) { EXPECT_TRUE(scores_right(Type::f16, 65, 33, 64, -2, 2)); }
// The sum is about 64 * 2500 = 160,000. Divided by sqrt(64) it is 20,000, and the largest f16 is 65,504.
TEST(AttentionScores, SumThatDoesNotFit) { EXPECT_TRUE(scores_right(Type::f16, 20, 20, 64, 45, 55)); }

TEST(Bf16, SoftmaxOfHugeLogits) { EXPECT_TRUE(softmax_of_any(Type::bf16, 9, 100, -1e30f, 1e30f)); }
TEST(Bf16, AttentionScores) { EXPECT_TRUE(scores_right(Type::bf16, 20, 20, 64, 900, 1100)); }

}  // namespace
}  // namespace gridmark::lab2
