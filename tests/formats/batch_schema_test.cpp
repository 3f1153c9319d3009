// The policy that a batch reads, and the summary that it writes.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

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
}

TEST(LatePolicySchema, TakesAndRefusesWhatTheLoaderDoes) {
  const json good = R"({"slip_days": 3, "percent_per_day": 10, "grace_minutes": 15, "branch": "main",
      "labs": {"lab9": {"deadline": "2026-10-01T23:59:00+02:00", "hard_close": "2026-10-08T23:59:00Z"}},
      "extensions": [{"student": "ada", "lab": "lab9", "days": 2, "reason": "ill"}]})"_json;
  const Schema schema = published("late-policy");
  EXPECT_EQ(schema.complaints(good), "");
  EXPECT_TRUE(load::parse_late_policy(good.dump(), "late.json", {"lab9"}));
  for (const char* patch :
       {R"([{"op": "remove", "path": "/labs"}])", R"([{"op": "remove", "path": "/labs/lab9/deadline"}])",
        R"([{"op": "add", "path": "/labs/lab9/closes", "value": "x"}])",
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
