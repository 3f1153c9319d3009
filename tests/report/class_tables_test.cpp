// The tables of `gridmark statistics` and `gridmark what-if`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "grader/report/statistics_printer.h"
#include "grader/report/text.h"
#include "grader/report/what_if_printer.h"
#include "tests/report/example_class.h"

namespace gridmark::report {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(StatisticsTable, HasALineForEachItem) {
  const std::string text = print_statistics(example_class(), {0});
  EXPECT_THAT(text, HasSubstr("Lab nine (lab9): 2 graded, 2 passing, mean 8.6 of 10, median 8.6\n"));
  EXPECT_THAT(text,
              HasSubstr("one                      10   90 %      14 %              -    1    1    0    0\n"));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(columns(line), 80u) << line;
}

TEST(StatisticsTable, JsonHasNullForAValueThatCannotBeComputed) {
  const auto read = nlohmann::json::parse(print_statistics_json(example_class(), {0}));
  EXPECT_EQ(read["schema"], "gridmark/statistics/v1");
  const auto& item = read["labs"][0]["items"][0];
  EXPECT_TRUE(item["discrimination"].is_null());
  EXPECT_DOUBLE_EQ(item["mean"].get<double>(), 0.9);
  EXPECT_EQ(item["finding"], "none");
}

TEST(StatisticsTable, AClassWithoutRecordsHasNoFigures) {
  ClassBook book = example_class();
  book.students.clear();
  EXPECT_THAT(print_statistics(book, {0}), HasSubstr("Lab nine (lab9): 0 graded\n"));
  EXPECT_TRUE(nlohmann::json::parse(print_statistics_json(book, {0}))["labs"][0]["mean"].is_null());
}

WhatIf example_what_if() {
  WhatIf what;
  what.lab = "lab9";
  what.title = "Lab nine";
  what.item = "quick";
  what.item_title = "It is quick";
  what.measurement = "quick.bytes";
  what.unit = "bytes";
  what.curve_before = {Curve::Kind::steps, Curve::Better::lower, {{4, 1}, {8, 0.5}}};
  what.curve_after = {Curve::Kind::steps, Curve::Better::lower, {{5, 1}, {10, 0.5}}};
  what.item_points = 3;
  what.max_points = 10;
  what.before = {2, 1, 7.5, 7.5, {0, 0, 0, 0, 0, 1, 0, 0, 0, 1}, {}, {}};
  what.after = {2, 2, 8.5, 8.5, {0, 0, 0, 0, 0, 0, 0, 1, 0, 1}, {}, {}};
  what.students = {{"ada", "Ada", 5, 7, 5, 7, 0, 3, false, true, 4.5},
                   {"bo\x1b[2J", "Bo", 10, 10, 10, 10, 3, 3, true, true, 2}};
  return what;
}

TEST(WhatIfTable, ShowsFiguresBarsAndWhoChanges) {
  const std::string text = print_what_if(example_what_if());
  EXPECT_THAT(text, HasSubstr("  before  4 bytes earns 100 %, 8 bytes earns 50 %\n"
                              "  after   5 bytes earns 100 %, 10 bytes earns 50 %\n"));
  EXPECT_THAT(text, HasSubstr("passing          1/2       2/2\n"));
  EXPECT_THAT(text, HasSubstr("1 █"));
  EXPECT_THAT(text, HasSubstr("1 of 2 grades change:\n"));
  EXPECT_THAT(text,
              HasSubstr("  ada                              5             7  4.5 bytes, passes after\n"));
  EXPECT_THAT(text, AllOf(Not(HasSubstr("\x1b")), Not(HasSubstr("another rubric"))));
}

// A class with points that a person must still give has ranges, and both must be readable.
TEST(WhatIfTable, RangesAreNotCutOff) {
  WhatIf what = example_what_if();
  what.students[0].before = 17.16;
  what.students[0].before_at_most = 19.16;
  what.students[0].after = 17.41;
  what.students[0].after_at_most = 19.41;
  EXPECT_THAT(print_what_if(what), HasSubstr("17.16-19.16   17.41-19.41  4.5 bytes"));
}

TEST(WhatIfTable, NamesRecordsOfAnotherRubric) {
  WhatIf what = example_what_if();
  what.other_rubric = 1;
  what.students.pop_back();
  EXPECT_THAT(print_what_if(what), HasSubstr("1 of 1 records were scored by another rubric"));
}

TEST(WhatIfTable, JsonHasAllStudents) {
  const auto read = nlohmann::json::parse(print_what_if_json(example_what_if()));
  EXPECT_EQ(read["students"].size(), 2U);
  EXPECT_EQ(read["students"][0]["after"], 7);
  EXPECT_EQ(read["students"][0]["changes"], true);
  EXPECT_EQ(read["students"][1]["changes"], false);
  EXPECT_EQ(read["knots_after"], nlohmann::json::parse("[[5.0, 1.0], [10.0, 0.5]]"));
}

}  // namespace
}  // namespace gridmark::report
