#include "grader/report/json_printer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/load/load_record.h"
#include "tests/report/example_records.h"

namespace gridmark::report {
namespace {

using testing::HasSubstr;

TEST(JsonPrinter, WhatIsReadBackPrintsTheSameBytes) {
  for (const Example& one : example_records()) {
    const std::string text = print_json(one.record);
    const auto loaded = load::load_record(text);
    ASSERT_TRUE(loaded) << one.name << ": " << message_of(loaded.error());
    EXPECT_EQ(print_json(*loaded), text) << one.name;
  }
}

// A decision may be made long after the grade, from the record alone.
TEST(JsonPrinter, DoubtsAboutAReportComeBack) {
  GradeRecord record = example("mixed");
  record.written = WrittenFindings{
      true,
      {{WrittenAspect::plots, 3, 4, {{"a fact", {}}}, {{"no point", Place{"results/s.svg", 0}}}, 2}},
      {},
      {}};
  EXPECT_EQ(load::load_record(print_json(record))->written, record.written);
}

TEST(JsonPrinter, WhatIsReadBackIsTheRecord) {
  const GradeRecord record = example("mixed");
  const GradeRecord loaded = load::load_record(print_json(record)).value();
  EXPECT_EQ(loaded.points, record.points);
  EXPECT_EQ(loaded.tests, record.tests);
  EXPECT_EQ(loaded.measurements, record.measurements);
  ASSERT_EQ(loaded.items.size(), record.items.size());
  for (std::size_t i = 0; i < record.items.size(); ++i) {
    EXPECT_EQ(loaded.items[i].measurements, record.items[i].measurements);
    EXPECT_EQ(loaded.items[i].curve, record.items[i].curve);
    EXPECT_EQ(loaded.items[i].place, record.items[i].place);
  }
}

TEST(JsonPrinter, PointsAreExact) {
  GradeRecord record = example("partial");
  record.points = Points(0.1) + Points(0.2);
  EXPECT_THAT(print_json(record), HasSubstr("\n  \"points\": 0.3,\n"));
}

TEST(JsonPrinter, EndsInANewline) { EXPECT_EQ(print_json(example("perfect")).back(), '\n'); }

TEST(LoadRecord, AnOlderOneSaysThatItMustBeMadeAgain) {
  std::string text = print_json(example("perfect"));
  text.replace(text.find("record/v2"), 9, "record/v1");
  const auto loaded = load::load_record(text);
  ASSERT_FALSE(loaded);
  EXPECT_EQ(message_of(loaded.error()),
            "record.json: /schema: found \"gridmark/record/v1\", expected \"gridmark/record/v2\". Grade the "
            "submission again");
}

TEST(LoadRecord, ABrokenRecordGetsOneClearMessage) {
  EXPECT_EQ(message_of(load::load_record("{}", "r/record.json").error()),
            "r/record.json: found no key \"schema\", expected one");
  std::string text = print_json(example("perfect"));
  text.replace(text.find("\"verdict\": \"pass\""), 17, "\"verdict\": \"pas\"");
  EXPECT_EQ(message_of(load::load_record(text).error()),
            "record.json: /items/0/verdict: found \"pas\", expected \"pass\", \"fail\" or \"inconclusive\"; "
            "did you mean "
            "\"pass\"?");
}

}  // namespace
}  // namespace gridmark::report
