#pragma once
#include <optional>
#include <string>
#include <vector>

#include "grader/core/deferral.h"
#include "grader/core/fix.h"
#include "grader/core/measurement.h"
#include "grader/core/outcome.h"
#include "grader/core/value_limits.h"
#include "protocol/crash_picture.h"
#include "protocol/plot.h"
#include "protocol/rank_lanes.h"
#include "protocol/wrong_elements.h"

namespace gridmark {

/// A test's view of a wrong reply that the checker put in the place of a right one, to prove the test.
struct ReplacementSeen {
  std::vector<std::string> arrays;  ///< the replaced outputs that it read: "output 1 of matmul"
  int outputs = 0;                  ///< the largest number of outputs of its operations
  std::string tolerated;            ///< why the test may miss it, in the lab's words, or empty
  friend bool operator==(const ReplacementSeen&, const ReplacementSeen&) = default;
};

/// When students may know that a test exists, its inputs and its expected values.
enum class Visibility {
  unknown,          ///< from a record of an older gridmark, treated as hidden
  announced,        ///< always
  after_due,        ///< after the last hand-in
  after_published,  ///< when the grades are out
  hidden            ///< never
};

constexpr auto names(Visibility) {
  using enum Visibility;
  return EnumNames<Visibility, 5>{{{unknown, "unknown"},
                                   {announced, "announced"},
                                   {after_due, "after_due"},
                                   {after_published, "after_published"},
                                   {hidden, "hidden"}}};
}

/// The result of one test of the checker.
struct TestResult {
  std::string name;  ///< "Suite.Test", as GoogleTest prints it
  Outcome outcome = Outcome::not_run;
  std::string reason;          ///< a message for the student, empty if passed
  std::optional<Place> place;  ///< in the student's sources, if known
  std::string output;          ///< the last lines that the submission printed, bytes
  double seconds = 0;
  std::optional<ReplacementSeen> replacement = {};  ///< only where gridmark proves a lab, never in a grade
  int run = 0;                                      ///< index in the record's runs
  Visibility visibility = Visibility::unknown;
  std::vector<Fix> fixes = {};              ///< repairs of `reason`, all needed together
  std::optional<Cause> cause = {};          ///< of a failure, if known
  std::optional<WrongElements> wrong = {};  ///< of a wrong answer
  std::optional<RankLanes> ranks = {};      ///< of ranks that could not go on
  std::optional<CrashPicture> crash = {};   ///< of a state that a crash must not leave
  friend bool operator==(const TestResult&, const TestResult&) = default;
};

/// The results of one run of a checker.
struct CheckerResults {
  std::vector<TestResult> tests;
  std::vector<Measurement> measurements;
  std::string sandbox = {};             ///< mode and control of the workers' sandbox, "bubblewrap, cgroup2"
  std::vector<Deferral> deferred = {};  ///< timed values that the machine was too restless to take
  std::vector<Plot> plots = {};
};

constexpr auto fields(const ReplacementSeen*) {
  return std::tuple{field("arrays", &ReplacementSeen::arrays, Many<Length>{0, 1000, {1, 4096}}),
                    field("outputs", &ReplacementSeen::outputs, Range{0, 1000, "a number of outputs"}),
                    field("tolerated", &ReplacementSeen::tolerated, any_text)};
}

/// The keys that a checker writes.
constexpr auto seen_of_test(const TestResult*) {
  return std::tuple{field("name", &TestResult::name, name_text, "Suite.Test"),
                    field("outcome", &TestResult::outcome),
                    field("reason", &TestResult::reason, any_text),
                    place_field<TestResult>(),
                    field("output", &TestResult::output, any_output, "the last the submission printed"),
                    field("seconds", &TestResult::seconds, any_seconds),
                    fixes_field<TestResult>(),
                    cause_field<TestResult>(),
                    field("wrong", &TestResult::wrong, AnyOfType{}, "absent: not compared one by one"),
                    field("ranks", &TestResult::ranks, AnyOfType{},
                          "absent: not a test of several ranks, or the ranks ended by themselves"),
                    field("crash", &TestResult::crash, AnyOfType{},
                          "absent: not a test of crashes, or all that they leave is good")};
}

constexpr auto fields(const TestResult* none) {
  return std::tuple_cat(
      seen_of_test(none),
      std::tuple{field("visibility", &TestResult::visibility, AnyOfType{},
                       "when students may see the test: always, after the last hand-in, when the "
                       "grades are published, or never. Absent: unknown, a record of an older gridmark, and "
                       "treated as hidden",
                       Presence::not_default),
                 run_field<TestResult>()});
}

}  // namespace gridmark
