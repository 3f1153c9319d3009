#include "labkit/oracle/count_wrong.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <numeric>
#include <vector>

namespace gridmark::oracle {
namespace {

std::int64_t sum(const std::vector<std::int64_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

TEST(CountWrong, SmallArraysHaveACellForEachElement) {
  const std::vector<double> expected(6, 1);
  const std::vector<float> got{1, 1, 2, 1, 1, std::bit_cast<float>(0xFFFFFFFFu)};
  const auto seen = count_wrong(got, expected, {"c", 3}, 0.1);
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen->rows, 2);
  EXPECT_EQ(seen->columns, 3);
  EXPECT_EQ(seen->wrong, (std::vector<std::int64_t>{0, 0, 1, 0, 0, 1}));
  EXPECT_EQ(seen->unwritten, (std::vector<std::int64_t>{0, 0, 0, 0, 0, 1}));
}

// Then borders of blocks of 2^n threads are between cells.
TEST(CountWrong, LargeArraysHaveFewCellsWithSidesOfPowersOfTwo) {
  const std::vector<double> expected(100 * 1000, 1);
  const std::vector<float> got(100 * 1000, 2);
  const auto seen = count_wrong(got, expected, {"c", 1000}, 0.1);
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen->cell_rows, 4);
  EXPECT_EQ(seen->cell_columns, 32);
  EXPECT_EQ(seen->wrong.size(), 25u * 32u);
  EXPECT_EQ(sum(seen->wrong), 100 * 1000);
  EXPECT_EQ(seen->wrong.back(), 4 * 8) << "the last cell of a row has the rest of the columns";
}

TEST(CountWrong, AShapeThatDoesNotFitIsNotDrawn) {
  const std::vector<double> expected(5, 1);
  const std::vector<float> got(5, 2);
  EXPECT_FALSE(count_wrong(got, expected, {"c", 2}, 0.1));
  EXPECT_FALSE(count_wrong(got, expected, {"c", 0}, 0.1));
}

}  // namespace
}  // namespace gridmark::oracle
