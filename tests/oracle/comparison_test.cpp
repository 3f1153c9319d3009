#include "labkit/oracle/comparison.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "labkit/oracle/matmul.h"

namespace gridmark::oracle {
namespace {

using testing::EndsWith, testing::HasSubstr;

constexpr double limit = 1e-5;
const Shape shape{"c", 2};

Comparison compare(const std::vector<float>& got, const std::vector<double>& expected) {
  return compare_relative_rmse(got, expected, limit, shape);
}

TEST(RelativeRmse, AcceptsRoundingAndNothingLarger) {
  EXPECT_TRUE(compare({1, 2, 3, 4.00002f}, {1, 2, 3, 4}).equal);
  EXPECT_FALSE(compare({1, 2, 3, 4.0004f}, {1, 2, 3, 4}).equal);
}

TEST(RelativeRmse, NeverAcceptsNaNOrInfinity) {
  for (const float bad : {std::nanf(""), std::numeric_limits<float>::infinity()})
    EXPECT_FALSE(compare({bad, 2, 3, 4}, {1, 2, 3, 4}).equal);
  EXPECT_FALSE(compare({std::nanf(""), 0, 0, 0}, {0, 0, 0, 0}).equal);
}

// An absolute tolerance would accept this cheat, because the right answer is small.
TEST(RelativeRmse, DoesNotTakeZerosForSmallValues) { EXPECT_FALSE(compare({0, 0}, {1e-9, 1e-9}).equal); }

TEST(RelativeRmse, WantsZerosExactly) {
  EXPECT_TRUE(compare({0, 0}, {0, 0}).equal);
  EXPECT_FALSE(compare({1e-30f, 0}, {0, 0}).equal);
}

TEST(RelativeRmse, WantsEveryElement) { EXPECT_FALSE(compare({1}, {1, 2}).equal); }

TEST(RelativeRmse, NamesTheFirstElementThatIsOff) {
  EXPECT_THAT(compare({1, 2, 9, 4}, {1, 2, 3, 4}).message,
              HasSubstr("c[1][0] is 9, expected 3; 1 of 4 elements"));
}

TEST(RelativeRmse, TheCauseThatASearchFindsIsTheCauseOfTheAnswer) {
  const std::string found = "each sum is added twice";
  const std::vector<float> got{2, 4, 6, 8};
  const std::vector<double> expected{1, 2, 3, 4};
  const Comparison seen = compare_relative_rmse(got, expected, limit, shape, [&] { return found; });
  EXPECT_TRUE(seen.explained);
  EXPECT_THAT(seen.message, EndsWith("; " + found));
  EXPECT_EQ(seen.cause, (Cause{Cause::Kind::matched_mistake, found}));
  ASSERT_TRUE(seen.wrong);
  EXPECT_EQ(seen.wrong->wrong, (std::vector<std::int64_t>{1, 1, 1, 1}));
}

TEST(RelativeRmse, WithoutASearchThePatternIsTheCause) {
  const Comparison seen = compare({2, 4, 6, 8}, {1, 2, 3, 4});
  EXPECT_FALSE(seen.explained);
  EXPECT_EQ(seen.cause, (Cause{Cause::Kind::matched_mistake, "every element is 2 times its right value"}));
}

TEST(RelativeRmse, SaysWhenAnElementWasNeverWritten) {
  const std::uint32_t poison = 0xFFFFFFFF;
  float unwritten;
  std::memcpy(&unwritten, &poison, sizeof unwritten);
  EXPECT_THAT(compare({1, unwritten}, {1, 2}).message, HasSubstr("c[0][1] was never written"));
}

/// `value` without the low `bits` of its mantissa, as in a narrower format.
float truncated(float value, int bits) {
  std::uint32_t pattern;
  std::memcpy(&pattern, &value, sizeof pattern);
  pattern &= ~((1u << bits) - 1);
  std::memcpy(&value, &pattern, sizeof value);
  return value;
}

// The tolerance must separate FP32 from TF32 and BF16 inputs.
TEST(RelativeRmse, RejectsProductsOfNarrowerInputs) {
  constexpr int n = 32;
  std::vector<float> a(n * n), b(n * n);
  for (int i = 0; i < n * n; ++i) {
    a[static_cast<std::size_t>(i)] = std::sin(static_cast<float>(i));
    b[static_cast<std::size_t>(i)] = std::cos(static_cast<float>(i));
  }
  const auto exact = matmul(a, b, n, n, n);
  const std::vector<float> fp32(exact.begin(), exact.end());
  EXPECT_TRUE(compare(fp32, exact).equal);
  for (const int bits : {13, 16}) {  // TF32 and BF16 keep 10 and 7 of 23
    std::vector<float> narrow_a, narrow_b;
    for (const float value : a) narrow_a.push_back(truncated(value, bits));
    for (const float value : b) narrow_b.push_back(truncated(value, bits));
    const auto narrow = matmul(narrow_a, narrow_b, n, n, n);
    EXPECT_FALSE(compare(std::vector<float>(narrow.begin(), narrow.end()), exact).equal) << bits;
  }
}

TEST(Matmul, IsRowMajor) {
  const std::vector<float> a{1, 2, 3, 4, 5, 6}, b{7, 8, 9, 10, 11, 12};
  EXPECT_EQ(matmul(a, b, 2, 2, 3), (std::vector<double>{58, 64, 139, 154}));
}

}  // namespace
}  // namespace gridmark::oracle
