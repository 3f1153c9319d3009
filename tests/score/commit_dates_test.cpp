#include "grader/score/commit_dates.h"

#include <gtest/gtest.h>

namespace gridmark::score {
namespace {

constexpr Moment now = 1'796'083'200;  // 2026-12-01

TEST(CommitDates, OnlyWhatNoClockShowsIsImpossible) {
  EXPECT_EQ(impossible_dates({}, now), "");
  EXPECT_EQ(impossible_dates({now + seconds_per_day, now, 631'152'000}, now), "");
  EXPECT_EQ(
      impossible_dates({now + seconds_per_day + 1, now}, now),
      "a commit with an impossible date, 2026-12-02T00:00:01Z, in the future: ask when the work was done");
  EXPECT_EQ(
      impossible_dates({now, 631'151'999, 0}, now),
      "2 commits with an impossible date, 1989-12-31T23:59:59Z, before 1990: ask when the work was done");
}

TEST(CommitDates, ADoubtStandsBehindLateness) {
  EXPECT_EQ(with_doubt("1 day late", "a doubt"), "1 day late; a doubt");
  EXPECT_EQ(with_doubt("1 day late", ""), "1 day late");
  EXPECT_EQ(with_doubt("", "a doubt"), "a doubt");
  EXPECT_EQ(with_doubt("", ""), "");
}

}  // namespace
}  // namespace gridmark::score
