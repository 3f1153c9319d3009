// The policy file and the summary file of a batch.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "grader/load/load_course.h"
#include "grader/load/load_late_policy.h"
#include "grader/load/load_record.h"
#include "grader/report/gradebook.h"
#include "grader/report/json_printer.h"
#include "tests/formats/schema.h"
#include "tests/report/example_class.h"
#include "tests/report/example_records.h"

namespace gridmark {
namespace {

using nlohmann::json;

TEST(SummarySchema, HoldsForAClass) {
  EXPECT_EQ(published("summary").complaints(json::parse(report::print_summary(example_class()))), "");
  ClassBook with_course = example_class();
  with_course.course = Course{"A course", 70, "", {{"lab9", 100, LabKind::core}}};
  with_course.students[0].total.open = {"lab9"};
  EXPECT_EQ(published("summary").complaints(json::parse(report::print_summary(with_course))), "");
}

TEST(CourseSchema, TakesAndRefusesWhatTheLoaderDoes) {
  const Schema schema = published("course");
  std::ifstream file(GRIDMARK_SOURCE_DIR "/course.json");
  const json good = json::parse(file);
  EXPECT_EQ(schema.complaints(good), "");
  EXPECT_TRUE(load::parse_course(good.dump(), "course.json"));
  for (const char* patch :
       {R"([{"op": "remove", "path": "/labs"}])", R"([{"op": "replace", "path": "/labs", "value": []}])",
        R"([{"op": "remove", "path": "/pass_mark"}])",
        R"([{"op": "replace", "path": "/pass_mark", "value": "70"}])",
        R"([{"op": "add", "path": "/labs/0/weight", "value": 1}])",
        R"([{"op": "replace", "path": "/labs/0/kind", "value": "bonus"}])"}) {
    const json changed = good.patch(json::parse(patch));
    EXPECT_NE(schema.complaints(changed), "") << patch;
    EXPECT_FALSE(load::parse_course(changed.dump(), "course.json")) << patch;
  }
}

TEST(CourseFile, RefusesWhatCannotBe) {
  const auto refusal = [](const char* text) {
    const auto read = load::parse_course(text, "course.json");
    return read ? std::string() : message_of(read.error());
  };
  EXPECT_THAT(refusal(R"({"title": "T", "pass_mark": 30, "labs": [{"lab": "a", "points": 20}]})"),
              testing::HasSubstr("at most 20"));
  EXPECT_THAT(
      refusal(
          R"({"title": "T", "pass_mark": 10, "labs": [{"lab": "a", "points": 20}, {"lab": "a", "points": 1}]})"),
      testing::HasSubstr("\"a\" twice"));
}

TEST(LatePolicySchema, TakesAndRefusesWhatTheLoaderDoes) {
  const json good =
      R"({"slip_days": 3, "percent_per_day": 10, "grace_minutes": 15, "branch": "main", "clock": "seen",
      "labs": {"lab9": {"deadline": "2026-10-01T23:59:00+02:00", "hard_close": "2026-10-08T23:59:00Z"}},
      "extensions": [{"student": "ada", "lab": "lab9", "days": 2, "reason": "ill"}]})"_json;
  const Schema schema = published("late-policy");
  EXPECT_EQ(schema.complaints(good), "");
  EXPECT_TRUE(load::parse_late_policy(good.dump(), "late.json", {"lab9"}));
  for (const char* patch :
       {R"([{"op": "remove", "path": "/labs"}])", R"([{"op": "remove", "path": "/labs/lab9/deadline"}])",
        R"([{"op": "add", "path": "/labs/lab9/closes", "value": "x"}])",
        R"([{"op": "replace", "path": "/clock", "value": "mine"}])",
        R"([{"op": "replace", "path": "/slip_days", "value": -1}])",
        R"([{"op": "replace", "path": "/percent_per_day", "value": 101}])",
        R"([{"op": "remove", "path": "/extensions/0/student"}])"}) {
    const json changed = good.patch(json::parse(patch));
    EXPECT_NE(schema.complaints(changed), "") << patch;
    EXPECT_FALSE(load::parse_late_policy(changed.dump(), "late.json", {"lab9"})) << patch;
  }
}

TEST(RecordSchema, HoldsForASourceThatComesBackAsItWas) {
  GradeRecord record = example("mixed");
  record.source = SubmissionSource{
      "ada", "git@host:a.git", "main", "c0ffee", "2026-10-01T10:00:00Z", "aa", "bb", 2, "late"};
  const std::string text = report::print_json(record);
  EXPECT_EQ(published("record").complaints(json::parse(text)), "");
  const auto again = load::load_record(text);
  ASSERT_TRUE(again) << message_of(again.error());
  EXPECT_EQ(again->source, record.source);
}

}  // namespace
}  // namespace gridmark
