// The source of a commit's hand-in time.
#include "grader/score/handed_in.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/score/lateness.h"

namespace gridmark::score {
namespace {

using testing::AllOf;
using testing::HasSubstr;

Moment moment(const char* text) { return *parse_moment(text); }

const Moment dated = moment("2026-10-14T12:00:00Z");
const LabDeadline due{moment("2026-10-15T23:59:00Z"), std::nullopt, 10, 0, ""};

Lateness late_at(Moment when) { return lateness(when, due, 0); }

SeenCommit seen(const std::string& not_before, const std::string& pushed = "") {
  return {"0123456789abcdef", moment_text(dated), "2026-11-27T00:00:00Z", not_before, pushed};
}

TEST(HandedIn, ByEachClock) {
  using enum SubmissionClock;
  const SeenCommit backdated = score::seen("2026-10-16T00:10:00Z", "2026-11-26T08:00:00Z");
  EXPECT_EQ(handed_in(dated, backdated, commit), dated);
  EXPECT_EQ(handed_in(dated, backdated, SubmissionClock::seen), moment("2026-10-16T00:10:00Z"));
  EXPECT_EQ(handed_in(dated, backdated, push), moment("2026-11-26T08:00:00Z"));
}

TEST(HandedIn, WithoutEvidenceTheDateStands) {
  EXPECT_EQ(handed_in(dated, seen(""), SubmissionClock::seen), dated);
  EXPECT_EQ(handed_in(dated, seen(""), SubmissionClock::push), dated);
  EXPECT_EQ(handed_in(dated, seen("2026-10-13T00:00:00Z"), SubmissionClock::seen), dated);
}

TEST(ClockDoubt, IsSaidWhereAnotherClockMakesAnotherLateness) {
  const std::string words =
      clock_doubt(dated, seen("2026-10-16T00:10:00Z"), SubmissionClock::commit, late_at);
  EXPECT_THAT(words,
              AllOf(HasSubstr("dated 2026-10-14T12:00:00Z"), HasSubstr("not in the repository at 2026-10-16"),
                    HasSubstr("first seen at 2026-11-27"), HasSubstr("1 day late")));
  EXPECT_THAT(clock_doubt(dated, seen("2026-10-16T00:10:00Z"), SubmissionClock::seen, late_at),
              HasSubstr("By the clock \"commit\" it would be in time"));
  EXPECT_THAT(clock_doubt(dated, seen("", "2026-10-17T08:00:00Z"), SubmissionClock::commit, late_at),
              HasSubstr("pushed at 2026-10-17"));
}

TEST(ClockDoubt, IsSilentWhereAllClocksAgree) {
  EXPECT_EQ(clock_doubt(dated, seen("2026-10-15T20:00:00Z"), SubmissionClock::commit, late_at), "");
  EXPECT_EQ(clock_doubt(dated, seen(""), SubmissionClock::push, late_at), "");
}

}  // namespace
}  // namespace gridmark::score
