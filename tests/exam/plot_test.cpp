#include "labkit/exam/plot.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "labkit/exam/plot_json.h"

namespace gridmark::exam {
namespace {

// A loss that overflows is no reason to take the test's points, nor to stop the grade.
TEST(Plot, LeavesOutWhatIsNoNumber) {
  const Plot plot{.name = "p",
                  .series = {{.at = {1, 2, 3, 4}, .values = {std::nan(""), 5, INFINITY, 1e300}}}};
  const nlohmann::json json = to_json(plot, "A.B");
  EXPECT_EQ(json["series"][0]["at"], nlohmann::json({2.0}));
  EXPECT_EQ(json["series"][0]["values"], nlohmann::json({5.0}));
}

// No bytes at all are a value like any other, which a grade must survive.
TEST(Plot, LeavesOutWhatALogarithmHasNoPlaceFor) {
  const Plot plot{.name = "p",
                  .x = {.logarithmic = true},
                  .y = {.logarithmic = true},
                  .series = {{.at = {0, 1, 2}, .values = {1, 0, 7}}},
                  .marks = {{-1, "a"}, {2, "b"}}};
  const nlohmann::json json = to_json(plot, "A.B");
  EXPECT_EQ(json["series"][0]["at"], nlohmann::json({2.0}));
  EXPECT_EQ(json["series"][0]["values"], nlohmann::json({7.0}));
  EXPECT_EQ(json["marks"].size(), 1u);
}

TEST(Plot, ASeriesHasAsManyValuesAsPlaces) {
  EXPECT_THROW(to_json({.name = "p", .series = {{.at = {1, 2}, .values = {1}}}}, "A.B"),
               std::invalid_argument);
}

}  // namespace
}  // namespace gridmark::exam
