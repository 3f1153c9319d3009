#include "labkit/data/glyph28.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace gridmark::data {
namespace {

constexpr std::size_t area = Glyphs::side * Glyphs::side;

TEST(Glyph28, DependsOnSeedAndIndexAlone) {
  const Glyphs all = glyph28(3, 0, 20), later = glyph28(3, 12, 8), other = glyph28(4, 0, 20);
  EXPECT_EQ(all.pixels.size(), 20 * area);
  EXPECT_TRUE(std::equal(later.pixels.begin(), later.pixels.end(), all.pixels.begin() + 12 * area));
  EXPECT_TRUE(std::equal(later.labels.begin(), later.labels.end(), all.labels.begin() + 12));
  EXPECT_NE(all.pixels, other.pixels);
  EXPECT_NE(all.labels, other.labels);
}

TEST(Glyph28, HasAllDigitsAboutEquallyOften) {
  const Glyphs glyphs = glyph28(1, 0, 4000);
  for (int digit = 0; digit < 10; ++digit)
    EXPECT_NEAR(std::count(glyphs.labels.begin(), glyphs.labels.end(), digit), 400, 80)
        << digit;  // 4 deviations
}

/// The mean ink of the middle and of the border.
TEST(Glyph28, DrawsInTheMiddleOfThePaper) {
  const Glyphs glyphs = glyph28(1, 0, 200);
  double middle = 0, border = 0;
  for (std::size_t i = 0; i < glyphs.pixels.size(); ++i) {
    const std::size_t x = i % Glyphs::side, y = i / Glyphs::side % Glyphs::side;
    if (x >= 8 && x < 20 && y >= 4 && y < 24) middle += glyphs.pixels[i] / (200.0 * 12 * 20);
    if (x == 0 || y == 0 || x == 27 || y == 27) border += glyphs.pixels[i] / (200.0 * 4 * 27);
  }
  EXPECT_GT(middle, 40);
  EXPECT_LT(border, 20);
}

/// The mean images are far apart, because similar digits could not be told apart.
TEST(Glyph28, MeansOfTheDigitsDiffer) {
  const Glyphs glyphs = glyph28(1, 0, 2000);
  std::vector<std::vector<double>> mean(10, std::vector<double>(area));
  for (std::size_t i = 0; i < glyphs.labels.size(); ++i)
    for (std::size_t pixel = 0; pixel < area; ++pixel)
      mean[glyphs.labels[i]][pixel] += glyphs.pixels[i * area + pixel] / 200.0;
  for (std::size_t a = 0; a < 10; ++a)
    for (std::size_t b = 0; b < a; ++b) {
      double distance = 0;
      for (std::size_t pixel = 0; pixel < area; ++pixel)
        distance += std::abs(mean[a][pixel] - mean[b][pixel]);
      EXPECT_GT(distance / area, 5) << a << " and " << b;
    }
}

}  // namespace
}  // namespace gridmark::data
