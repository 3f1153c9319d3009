#include "labkit/oracle/wrong_pattern.h"

#include <gmock/gmock.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

namespace gridmark::oracle {
namespace {

using testing::HasSubstr;

constexpr double close = 1e-4;

std::string pattern(const std::vector<float>& got, const std::vector<double>& expected, std::size_t columns) {
  return pattern_of(got, expected, {"c", columns}, close);
}

const std::vector<double> two_by_three{1, 2, 3, 4, 5, 6};
const float unwritten = std::bit_cast<float>(std::uint32_t{0xFFFFFFFF});

TEST(WrongPattern, ATransposeIsNamed) {
  EXPECT_THAT(pattern({1, 4, 2, 5, 3, 6}, two_by_three, 3), HasSubstr("transpose"));
}

TEST(WrongPattern, AnOverflowIsNamed) {
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_THAT(pattern({1, 2, infinity, 4, infinity, 6}, two_by_three, 3),
              HasSubstr("2 elements are infinite"));
}

// NaN has many reasons.
TEST(WrongPattern, NaNIsNotTakenForAnOverflow) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(pattern({nan, 2, 3, 4, nan, 6}, two_by_three, 3), "");
}

TEST(WrongPattern, RoundingIsToldFromWrongIndices) {
  EXPECT_THAT(pattern({1.001f, 2.001f, 2.998f, 4.003f, 4.998f, 6.004f}, two_by_three, 3),
              HasSubstr("half precision"));
}

TEST(WrongPattern, RowsAndColumnsThatTheGridDoesNotReachAreNamed) {
  EXPECT_THAT(pattern({1, 2, 3, unwritten, unwritten, unwritten}, two_by_three, 3),
              HasSubstr("rows from 1 on are never written"));
  EXPECT_THAT(pattern({1, 2, 9, 4, 5, 9}, two_by_three, 3), HasSubstr("columns from 2 on are off"));
}

TEST(WrongPattern, ZerosAndMultiplesAreNamed) {
  EXPECT_THAT(pattern({0, 0, 0, 0, 0, 0}, two_by_three, 3), HasSubstr("every element is 0"));
  EXPECT_THAT(pattern({2, 4, 6, 8, 10, 12}, two_by_three, 3), HasSubstr("2 times"));
}

TEST(WrongPattern, NothingIsMadeUp) {
  EXPECT_EQ(pattern({1, 2, 3, 4, 5, 7}, two_by_three, 3), "");
  EXPECT_EQ(pattern({7, 2, 3, 4, 5, 6}, two_by_three, 3), "");
  EXPECT_EQ(pattern({7}, {1}, 1), "");
  EXPECT_EQ(pattern({1, 2}, {1, 2, 3}, 2), "");
}

}  // namespace
}  // namespace gridmark::oracle
