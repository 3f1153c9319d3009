#include "labkit/oracle/misread_product.h"

#include <gmock/gmock.h>

#include <random>
#include <vector>

namespace gridmark::oracle {
namespace {

using testing::HasSubstr;

constexpr int m = 17, n = 31, k = 13;

std::vector<float> random_values(int count, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<float> uniform(-1, 1);
  std::vector<float> values(static_cast<std::size_t>(count));
  for (float& value : values) value = uniform(engine);
  return values;
}

const std::vector<float> a = random_values(m * k, 1), b = random_values(k * n, 2);

/// c as a kernel in FP32 makes it that reads a at index_a(row, i) and b at index_b(i, column).
template <class IndexA, class IndexB>
std::vector<float> product(IndexA index_a, IndexB index_b) {
  std::vector<float> c;
  for (int row = 0; row < m; ++row)
    for (int column = 0; column < n; ++column) {
      float sum = 0;
      for (int i = 0; i < k; ++i) {
        const auto at_a = static_cast<std::size_t>(index_a(row, i));
        const auto at_b = static_cast<std::size_t>(index_b(i, column));
        sum += (at_a < a.size() ? a[at_a] : 7) * (at_b < b.size() ? b[at_b] : 7);  // 7: not the student's
      }
      c.push_back(sum);
    }
  return c;
}

int right_a(int row, int i) { return row * k + i; }
int right_b(int i, int column) { return i * n + column; }

std::string reason(const std::vector<float>& c) { return misread_operand({a, b, c, m, n, k}); }

TEST(MisreadProduct, RowsOfAnotherLengthAreNamed) {
  EXPECT_THAT(reason(product(right_a, [](int i, int column) { return i * k + column; })),
              HasSubstr("rows of b that are 13 elements apart, and they are 31 apart"));
  EXPECT_THAT(reason(product(right_a, [](int i, int column) { return i * m + column; })),
              HasSubstr("rows of b that are 17 elements apart"));
}

TEST(MisreadProduct, AnOperandInColumnsIsNamed) {
  EXPECT_THAT(reason(product([](int row, int i) { return i * m + row; }, right_b)),
              HasSubstr("the transpose of a"));
  EXPECT_THAT(reason(product(right_a, [](int i, int column) { return column * k + i; })),
              HasSubstr("the transpose of b"));
}

TEST(MisreadProduct, NothingIsMadeUp) {
  EXPECT_EQ(reason(product(right_a, right_b)), "");
  EXPECT_EQ(reason(std::vector<float>(m * n, 0.0f)), "");
  EXPECT_EQ(reason(product([](int row, int i) { return row * k + i + 1; }, right_b)), "");
  auto one_off = product(right_a, [](int i, int column) { return i * k + column; });
  one_off[100] += 1;
  EXPECT_EQ(reason(one_off), "");
}

TEST(MisreadProduct, WhatMostlyLeavesTheOperandIsNotGuessedAt) {
  EXPECT_EQ(reason(product([](int row, int i) { return row * n + i; }, right_b)), "");
}

TEST(MisreadProduct, OneElementCanBeReadInOneWay) {
  const std::vector<float> one{2}, wrong{5};
  EXPECT_EQ(misread_operand({one, one, wrong, 1, 1, 1}), "");
}

}  // namespace
}  // namespace gridmark::oracle
