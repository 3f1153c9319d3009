#include "labkit/oracle/product_hypotheses.h"

#include <gmock/gmock.h>

#include <bit>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <utility>

#include "labkit/oracle/float_format.h"
#include "labkit/oracle/matmul.h"

namespace gridmark::oracle {
namespace {

using testing::HasSubstr;

constexpr float left_alone = std::bit_cast<float>(0xFFFFFFFFu);

std::vector<float> random_values(int count, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<float> uniform(-3, 3);
  std::vector<float> values(static_cast<std::size_t>(count));
  for (float& value : values) value = uniform(engine);
  return values;
}

/// One call of a kernel. `Kernel` decides its answer.
struct Asked {
  Asked(int rows, int columns, int depth)
      : m(rows), n(columns), k(depth), a(random_values(m * k, 1)), b(random_values(k * n, 2)) {}

  float a_at(int row, int i) const { return row < m && i < k ? a[static_cast<std::size_t>(row * k + i)] : 0; }
  float b_at(int i, int column) const {
    return i < k && column < n ? b[static_cast<std::size_t>(i * n + column)] : 0;
  }
  float right(int row, int column) const {
    float sum = 0;
    for (int i = 0; i < k; ++i) sum += a_at(row, i) * b_at(i, column);
    return sum;
  }

  int m, n, k;
  std::vector<float> a, b;
};

/// The named cause if a kernel returns `element(call, row, column)`.
template <class Function>
std::string cause(Function element) {
  std::vector<Asked> calls{{17, 31, 13}, {59, 123, 187}, {187, 59, 128}, {123, 187, 59}, {93, 93, 93}};
  std::vector<std::vector<float>> answers;
  std::vector<Trial> trials;
  answers.reserve(calls.size());
  for (const Asked& call : calls) {
    auto& c = answers.emplace_back();
    for (int row = 0; row < call.m; ++row)
      for (int column = 0; column < call.n; ++column) c.push_back(element(call, row, column));
    trials.push_back({{c, static_cast<std::size_t>(call.n)},
                      matmul(call.a, call.b, call.m, call.n, call.k),
                      product_hypotheses({call.a, call.b, call.m, call.n, call.k})});
  }
  return common_cause(trials).words;
}

/// The same for a sum of `term(call, row, i, column)` over i below `terms(call)`.
template <class Terms, class Term>
std::string cause_of_sum(Terms terms, Term term) {
  return cause([&](const Asked& call, int row, int column) {
    float sum = 0;
    for (int i = 0; i < terms(call); ++i) sum += term(call, row, i, column);
    return sum;
  });
}

int k_of(const Asked& call) { return call.k; }
float product_of(const Asked& call, int row, int i, int column) {
  return call.a_at(row, i) * call.b_at(i, column);
}

TEST(ProductHypotheses, TheRightAnswerHasNoCause) {
  EXPECT_EQ(cause([](const Asked& call, int row, int column) { return call.right(row, column); }), "");
}

TEST(ProductHypotheses, NothingIsMadeUp) {
  EXPECT_EQ(cause([](const Asked& call, int row, int column) {
              return call.right(row, column) + (row == 5 && column == 5 ? 1.0f : 0.0f);
            }),
            "");
  EXPECT_EQ(cause([](const Asked&, int, int) { return 0.0f; }), "");
  EXPECT_EQ(cause([](const Asked&, int, int) { return left_alone; }), "");
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(cause([](const Asked&, int row, int column) { return row % 16 == column % 16 ? 1.0f : nan; }),
            "");
}

TEST(ProductHypotheses, NameWhatIsMissingAlongK) {
  EXPECT_THAT(cause_of_sum([](const Asked& call) { return call.k / 32 * 32; }, product_of),
              HasSubstr("k is cut to a multiple of 32: the last k % 32 = 13 products"));
  EXPECT_THAT(cause_of_sum([](const Asked& call) { return call.k / 16 * 16; }, product_of),
              HasSubstr("(k + 15) / 16"));
  EXPECT_THAT(cause_of_sum([](const Asked& call) { return call.k - 1; }, product_of),
              HasSubstr("ends one too early"));
  EXPECT_THAT(cause_of_sum(k_of, [](const Asked& call, int row, int i,
                                    int column) { return i == 0 ? 0 : product_of(call, row, i, column); }),
              HasSubstr("starts at 1"));
  EXPECT_THAT(cause_of_sum([](const Asked& call) { return std::min(call.k, 32); }, product_of),
              HasSubstr("only the first tile counts, 32"));
}

TEST(ProductHypotheses, NameASumThatStartsAnew) {
  EXPECT_THAT(cause_of_sum(k_of,
                           [](const Asked& call, int row, int i, int column) {
                             return i < (call.k - 1) / 32 * 32 ? 0 : product_of(call, row, i, column);
                           }),
              HasSubstr("only the last tile counts, 32"));
  EXPECT_THAT(
      cause([](const Asked& call, int row, int column) { return product_of(call, row, call.k - 1, column); }),
      HasSubstr("set anew for each product"));
}

TEST(ProductHypotheses, NameAnIndexWithoutTheTile) {
  const auto whole = [](const Asked& call) { return (call.k + 31) / 32 * 32; };
  EXPECT_THAT(cause_of_sum(whole, [](const Asked& call, int row, int i,
                                     int column) { return call.a_at(row, i % 32) * call.b_at(i, column); }),
              HasSubstr("the first tile of a is used again"));
  EXPECT_THAT(
      cause_of_sum(whole, [](const Asked& call, int row, int i,
                             int column) { return call.a_at(row, i % 32) * call.b_at(i % 32, column); }),
      HasSubstr("the first tile of a and of b is used again"));
}

TEST(ProductHypotheses, NameMisreadOperands) {
  EXPECT_THAT(cause_of_sum(k_of,
                           [](const Asked& call, int row, int i, int column) {
                             const auto at = static_cast<std::size_t>(i * call.k + column);
                             return call.a_at(row, i) * (at < call.b.size() ? call.b[at] : 7);
                           }),
              HasSubstr("rows of b are taken to be k = 13 elements apart, and they are n = 31 apart"));
  EXPECT_THAT(cause_of_sum(k_of,
                           [](const Asked& call, int row, int i, int column) {
                             return call.a[static_cast<std::size_t>(i * call.m + row)] * call.b_at(i, column);
                           }),
              HasSubstr("the transpose of a"));
}

TEST(ProductHypotheses, NameSwappedOperands) {
  EXPECT_THAT(cause_of_sum(k_of,
                           [](const Asked& call, int row, int i, int column) {
                             const auto in_b = static_cast<std::size_t>(row * call.k + i);
                             const auto in_a = static_cast<std::size_t>(i * call.n + column);
                             return in_b < call.b.size() && in_a < call.a.size() ? call.b[in_b] * call.a[in_a]
                                                                                 : 7;
                           }),
              HasSubstr("a and b are swapped"));
}

/// The named cause if the thread at (y, x) of a launch only writes `value` at `place(y, x)`.
template <class Place, class Value>
std::string cause_of_launch(int rows, int columns, Place place, Value value) {
  std::map<int, std::set<std::pair<int, int>>> written;  // by m, which differs in all calls
  return cause([&](const Asked& call, int row, int column) {
    auto& places = written[call.m];
    const int end = places.empty() ? (call.m + rows - 1) / rows * rows : 0;
    for (int y = 0; y < end; ++y)
      for (int x = 0; x < (call.n + columns - 1) / columns * columns; ++x) places.insert(place(y, x));
    return places.contains({row, column}) ? value(call, row, column) : left_alone;
  });
}

TEST(ProductHypotheses, NameTheComponentOfAThreadIndex) {
  const auto right = [](const Asked& call, int row, int column) { return call.right(row, column); };
  const auto wrong = [](const Asked&, int row, int column) { return static_cast<float>(row - column); };
  const auto z = [](int y, int x) { return std::pair(y, x / 8 * 8); };
  EXPECT_THAT(cause_of_launch(32, 8, z, right), HasSubstr("the index of the column lacks threadIdx, or has"));
  EXPECT_THAT(cause_of_launch(32, 8, z, wrong), HasSubstr("the index of the column lacks threadIdx, or has"));
  EXPECT_THAT(cause_of_launch(
                  16, 16, [](int y, int x) { return std::pair(y / 16 * 16 + x % 16, x); }, right),
              HasSubstr("the same threadIdx"));
  EXPECT_THAT(cause_of_launch(
                  16, 16, [](int y, int x) { return std::pair(x / 16 * 16 + y % 16, x); }, right),
              HasSubstr("the same blockIdx"));
  EXPECT_THAT(cause_of_launch(
                  16, 16, [](int, int x) { return std::pair(x, x); }, right),
              HasSubstr("the same threadIdx and the same blockIdx"));
  EXPECT_THAT(cause_of_launch(
                  8, 32, [](int y, int x) { return std::pair(y / 8 * 32 + y % 8, x); }, right),
              HasSubstr("the index of the row multiplies blockIdx with the other dimension of blockDim"));
  EXPECT_THAT(cause_of_launch(
                  8, 32, [](int y, int x) { return std::pair(y, x / 32 + x % 32); }, right),
              HasSubstr("the index of the column does not multiply blockIdx"));
  EXPECT_THAT(cause_of_launch(
                  16, 16, [](int y, int x) { return std::pair(y, x % 16 * 16 + x / 16); }, right),
              HasSubstr("the index of the column has blockIdx and threadIdx swapped"));
}

TEST(ProductHypotheses, NameTilesThatAreMixedUp) {
  const auto whole = [](const Asked& call) { return (call.k + 15) / 16 * 16; };
  EXPECT_THAT(cause_of_sum(whole,
                           [](const Asked& call, int row, int i, int column) {
                             return call.a_at(row / 16 * 16 + i % 16, i / 16 * 16 + row % 16) *
                                    call.b_at(i, column);
                           }),
              HasSubstr("a_tile[i][ty] * b_tile[i][tx]"));
  EXPECT_THAT(cause_of_sum(whole,
                           [](const Asked& call, int row, int i, int column) {
                             const int start = i / 16 * 16;
                             return call.b_at(start + row % 16, column / 16 * 16 + i % 16) *
                                    call.a_at(row / 16 * 16 + i % 16, start + column % 16);
                           }),
              HasSubstr("the tiles are swapped"));
}

TEST(ProductHypotheses, NameFormats) {
  EXPECT_THAT(cause([](const Asked& call, int row, int column) {
                int sum = 0;
                for (int i = 0; i < call.k; ++i)
                  sum = static_cast<int>(static_cast<float>(sum) + product_of(call, row, i, column));
                return static_cast<float>(sum);
              }),
              HasSubstr("int"));
  EXPECT_THAT(cause_of_sum(k_of,
                           [](const Asked& call, int row, int i, int column) {
                             const auto half = [](float x) {
                               return static_cast<float>(rounded_to(half_precision, x));
                             };
                             return half(call.a_at(row, i)) * half(call.b_at(i, column));
                           }),
              HasSubstr("elements of a and of b are rounded to half precision"));
}

TEST(ProductHypotheses, NameGridsThatDoNotCoverC) {
  const auto covered = [](auto reaches) {
    return cause([reaches](const Asked& call, int row, int column) {
      return reaches(call, row, column) ? call.right(row, column) : left_alone;
    });
  };
  EXPECT_THAT(covered([](const Asked& call, int row, int) { return row < std::max(16, call.m / 16 * 16); }),
              HasSubstr("rows from 16 on are never written: the number of blocks is rounded down"));
  EXPECT_THAT(covered([](const Asked& call, int row, int column) {
                return row < (call.n + 15) / 16 * 16 && column < (call.m + 15) / 16 * 16;
              }),
              HasSubstr("x and y swapped"));
  EXPECT_THAT(covered([](const Asked& call, int row, int) { return row < (call.n + 31) / 32 * 32; }),
              HasSubstr("blocks for n rows, and c has m rows"));
  EXPECT_THAT(covered([](const Asked&, int row, int column) { return row % 16 == column % 16; }),
              HasSubstr("the same threadIdx"));
}

TEST(ProductHypotheses, NameResultsAtTheWrongPlace) {
  EXPECT_THAT(cause([](const Asked& call, int row, int column) {
                const int at = row * call.n + column;
                return call.right(at % call.m, at / call.m);
              }),
              HasSubstr("row and column are swapped in the index of c"));
}

}  // namespace
}  // namespace gridmark::oracle
