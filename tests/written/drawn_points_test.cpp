#include "grader/written/drawn_points.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace gridmark::written {
namespace {

std::size_t points_of(const std::string& inside) {
  return drawn_points("<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='x'>" + inside + "</svg>");
}

TEST(DrawnPoints, EachKindOfShapeHasItsPlaces) {
  EXPECT_EQ(points_of("<circle cx='1' cy='2' r='3'/><ellipse cx='1' cy='3'/>"), 2u);
  EXPECT_EQ(points_of("<rect x='1' width='2'/><rect x='2' width='2'/><rect/>"), 3u);
  EXPECT_EQ(points_of("<line x1='0' y1='0' x2='1' y2='1'/>"), 2u);
  EXPECT_EQ(points_of("<polyline points='1,2 3,4 5 6'/><polygon points='7-1,8,2'/>"), 5u);
  EXPECT_EQ(points_of("<text x='1' y='2'>words</text><g/>"), 0u);
}

TEST(DrawnPoints, APathIsFollowed) {
  EXPECT_EQ(points_of("<path d='M1 2L3 4 5 6h1v-2H0V9z'/>"), 7u);
  EXPECT_EQ(points_of("<path d='m1,1 1,1 1,1l1 1'/>"), 4u);
  EXPECT_EQ(points_of("<path d='M0 0C1 1 2 2 3 3s1 1 2 2q1 1 4 4t1 1A5 5 0 0 1 8 9'/>"), 6u);
  EXPECT_EQ(points_of("<path d='M 57.6 307.5 L 77.9 1e2 L.5.5'/>"), 3u);
  for (const char* odd : {"", "1 2", "M", "M 1", "L x", "M1 2 z 3 4", "?"})
    EXPECT_LE(points_of(fmt::format("<path d='{}'/>", odd)), 1u) << odd;
}

TEST(DrawnPoints, TheSamePlaceCountsOnce) {
  EXPECT_EQ(points_of("<polyline points='1,1 1,1 1,1 1,1'/>"), 1u);
  EXPECT_EQ(points_of("<path d='M0 0h0h0h0L0 0'/>"), 1u);
  EXPECT_EQ(points_of("<rect width='9' height='9'/>"), 1u);  // the black square
}

// gnuplot moves each marker with a transform, matplotlib with x and y, and others with a group around it.
TEST(DrawnPoints, MarkersCountWhereTheyAreUsed) {
  EXPECT_EQ(points_of("<defs><path id='m' d='M0 0L1 1L2 2'/></defs><use xlink:href='#m' x='1' y='1'/>"
                      "<use xlink:href='#m' x='2' y='1'/>"),
            2u);
  EXPECT_EQ(points_of("<use xlink:href='#gpPt0' transform='translate(1,2) scale(4)'/>"
                      "<use xlink:href='#gpPt0' transform='translate(2,2) scale(4)'/>"),
            2u);
  EXPECT_EQ(
      points_of(
          "<g transform='translate(1 1)'><circle r='3'/></g><g transform='translate(2 1)'><g><circle r='3'/>"
          "</g></g><g><circle r='3'/></g>"),
      3u);
  EXPECT_EQ(points_of("<symbol><circle/></symbol><marker><path d='M0 0L1 1'/></marker><circle/>"), 1u);
}

TEST(DrawnPoints, DepthIsNoStack) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "<g transform='scale(1)'>";
  deep += "<circle/>";
  for (int i = 0; i < 100'000; ++i) deep += "</g>";
  EXPECT_EQ(points_of(deep), 1u);
}

TEST(DrawnPoints, OurOwnSweepShowsItsRows) {
  std::stringstream text;
  text << std::ifstream(GRIDMARK_SOURCE_DIR "/tests/written/sweeps/sweep.svg").rdbuf();
  EXPECT_GE(drawn_points(text.str()), 5u * 9u);  // five series of nine sizes
  EXPECT_EQ(why_it_shows_too_little("s.svg", text.str(), 9), "");
}

TEST(DrawnPoints, APictureWithFewerPointsThanRowsSaysSo) {
  const std::string two = "<svg><path d='M0 0L1 1'/></svg>";
  EXPECT_EQ(why_it_shows_too_little("s.svg", two, 2), "");
  EXPECT_EQ(why_it_shows_too_little("s.svg", two, 9),
            "the picture draws 2 points, and the data has 9 rows. Draw it again from the data");
  std::string line = "<svg><polyline points='";
  for (int i = 0; i < 100; ++i) line += fmt::format("{},{} ", i, i * i);
  EXPECT_EQ(why_it_shows_too_little("s.svg", line + "'/></svg>", 10'000), "");
}

std::string four_bytes(std::size_t value) {
  std::string bytes;
  for (const int shift : {24, 16, 8, 0}) bytes += static_cast<char>(value >> shift & 0xFF);
  return bytes;
}

/// Header and pixels of a PNG with 8 bits for each of red, green and blue.
std::string png_of(std::size_t width, std::size_t height, std::size_t compressed) {
  std::string png("\x89PNG\r\n\x1a\n", 8);
  const auto chunk = [&](const std::string& name, const std::string& data) {
    png += four_bytes(data.size()) + name + data + "sum.";
  };
  chunk("IHDR", four_bytes(width) + four_bytes(height) + std::string("\x08\x02\0\0\0", 5));
  chunk("IDAT", std::string(compressed / 2, 'x'));
  chunk("IDAT", std::string(compressed - compressed / 2, 'x'));
  chunk("IEND", "");
  return png;
}

TEST(DrawnPoints, APngOfOneColourIsNearlyEmpty) {
  EXPECT_NE(why_it_shows_too_little("s.png", png_of(640, 480, 640 * 480 * 3 / 1032), 9), "");
  EXPECT_NE(why_it_shows_too_little("s.png", png_of(1, 1, 12), 9), "");
  EXPECT_EQ(why_it_shows_too_little("s.png", png_of(640, 480, 4'000), 9), "");
  EXPECT_EQ(why_it_shows_too_little("s.png", png_of(1920, 1440, 20'000), 9), "");
}

}  // namespace
}  // namespace gridmark::written
