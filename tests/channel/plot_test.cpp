#include "labkit/channel/plot.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace gridmark::channel {
namespace {

// A loss that overflows must not cost the test's points, and must not stop the grade.
TEST(Plot, LeavesOutWhatIsNoNumber) {
  const Plot plot{.name = "p",
                  .series = {{.at = {1, 2, 3, 4}, .values = {std::nan(""), 5, INFINITY, 1e300}}}};
  const Plot drawn = drawable(plot, "A.B");
  EXPECT_EQ(drawn.series.at(0).at, std::vector<double>{2.0});
  EXPECT_EQ(drawn.series.at(0).values, std::vector<double>{5.0});
}

// Zero bytes are a normal value, and a grade must survive it.
TEST(Plot, LeavesOutWhatALogarithmHasNoPlaceFor) {
  const Plot plot{.name = "p",
                  .x = {.logarithmic = true},
                  .y = {.logarithmic = true},
                  .series = {{.at = {0, 1, 2}, .values = {1, 0, 7}}},
                  .marks = {{-1, "a"}, {2, "b"}}};
  const Plot drawn = drawable(plot, "A.B");
  EXPECT_EQ(drawn.series.at(0).at, std::vector<double>{2.0});
  EXPECT_EQ(drawn.series.at(0).values, std::vector<double>{7.0});
  EXPECT_EQ(drawn.marks.size(), 1u);
}

TEST(Plot, ASeriesHasAsManyValuesAsPlaces) {
  EXPECT_THROW(drawable({.name = "p", .series = {{.at = {1, 2}, .values = {1}}}}, "A.B"),
               std::invalid_argument);
}

}  // namespace
}  // namespace gridmark::channel
