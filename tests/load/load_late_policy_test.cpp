#include "grader/load/load_late_policy.h"

#include <gtest/gtest.h>

namespace gridmark::load {
namespace {

const std::vector<std::string> labs{"lab0-warm-up", "lab1-gpu-basics"};

std::string late_policy_complaint(const std::string& text) {
  const auto policy = parse_late_policy(text, "late.json", labs);
  return policy ? "no complaint" : message_of(policy.error());
}

TEST(LoadLatePolicy, LabsInheritWhatIsSaidForAll) {
  const auto policy =
      parse_late_policy(R"({"slip_days": 3, "percent_per_day": 10, "grace_minutes": 15, "branch": "main",
    "labs": {"lab0-warm-up": {"deadline": "2026-10-01T23:59:00+02:00"},
             "lab1-gpu-basics": {"deadline": "2026-10-08T23:59:00+02:00", "hard_close": "2026-10-10T00:00:00Z",
                                 "percent_per_day": 50, "branch": "submit"}},
    "extensions": [{"student": "ada", "days": 2, "reason": "ill"}]})",
                        "late.json", labs);
  ASSERT_TRUE(policy) << message_of(policy.error());
  EXPECT_EQ(policy->slip_days, 3);
  const LabDeadline& warm_up = policy->labs.at("lab0-warm-up");
  EXPECT_EQ(warm_up, (LabDeadline{*parse_moment("2026-10-01T21:59:00Z"), std::nullopt, 10, 900, "main"}));
  EXPECT_EQ(policy->labs.at("lab1-gpu-basics").percent_per_day, 50);
  EXPECT_EQ(policy->labs.at("lab1-gpu-basics").branch, "submit");
  EXPECT_EQ(policy->extensions, (std::vector<Extension>{{"ada", "", 2, "ill"}}));
}

TEST(LoadLatePolicy, WithoutWordsLateWorkCountsNothing) {
  const auto policy = parse_late_policy(R"({"labs": {"lab0-warm-up": {"deadline": "2026-10-01T23:59:00Z"}}})",
                                        "late.json", labs);
  ASSERT_TRUE(policy);
  EXPECT_EQ(policy->labs.at("lab0-warm-up").percent_per_day, 100);
}

TEST(LoadLatePolicy, MistakesAreNamedByPlace) {
  EXPECT_EQ(late_policy_complaint(R"({"labs": {"lab1-gpu-basic": {"deadline": "2026-10-01T23:59:00Z"}}})"),
            "late.json: /labs/lab1-gpu-basic: found the lab \"lab1-gpu-basic\", which the course does not "
            "have; did you "
            "mean \"lab1-gpu-basics\"?");
  EXPECT_EQ(
      late_policy_complaint(R"({"labs": {"lab0-warm-up": {"deadline": "2026-10-01 23:59"}}})"),
      "late.json: /labs/lab0-warm-up/deadline: found \"2026-10-01 23:59\", expected a time with its zone, as "
      "\"2026-10-01T23:59:00+02:00\"");
  EXPECT_EQ(late_policy_complaint(R"({"labs": {}, "slipdays": 2})"),
            "late.json: /slipdays: found an unknown key; did you mean \"slip_days\"?");
  EXPECT_EQ(late_policy_complaint(R"({"labs": {"lab0-warm-up": {"deadline": "2026-10-01T23:59:00Z",
                                                    "hard_close": "2026-09-30T23:59:00Z"}}})"),
            "late.json: /labs/lab0-warm-up/hard_close: found \"2026-09-30T23:59:00Z\", expected a time that "
            "is not before "
            "the deadline");
  EXPECT_EQ(late_policy_complaint(R"({"labs": {}, "percent_per_day": 110})"),
            "late.json: /percent_per_day: found 110, expected a percentage, 0 to 100");
}

TEST(LoadLatePolicy, AllFaultsOfLabsAndExtensionsAreNamedAtOnce) {
  const auto policy = parse_late_policy(R"({
    "labs": {"lab0-warm-up": {"deadline": "soon"}, "lab1-gpu-basics": {"deadline": "2026-10-01T23:59:00Z"}},
    "extensions": [{"student": "ada", "days": 500}, {"student": "bo", "days": 2},
                   {"student": "cy", "day": 1}, {"student": "dee", "days": 1, "lab": "lab9"}]})",
                                        "late.json", labs);
  ASSERT_FALSE(policy);
  EXPECT_EQ(policy.error().where, "late.json: /labs/lab0-warm-up/deadline");
  const std::vector<std::string>& more = policy.error().more;
  ASSERT_EQ(more.size(), 3u);
  EXPECT_EQ(more[0], "late.json: /extensions/0/days: found 500, expected a number of days, 0 to 365");
  EXPECT_EQ(more[1].substr(0, 52), "late.json: /extensions/2/day: found an unknown key; ");
  EXPECT_EQ(more[2].substr(0, 48), "late.json: /extensions/3/lab: found the lab \"lab");
}

}  // namespace
}  // namespace gridmark::load
