#include "grader/report/commit_words.h"

#include <gtest/gtest.h>

namespace gridmark::report {
namespace {

Moment at(const char* text) { return parse_moment(text).value(); }

TEST(CommitWords, SayHowAWorkCameAbout) {
  const Moment first = at("2026-10-05T08:00:00Z"), last = at("2026-10-14T07:00:00Z");
  EXPECT_EQ(commit_words({1, last, last, 1, last}), "1 commit, everything at once on 2026-10-14 07:00 UTC");
  EXPECT_EQ(
      commit_words({23, first, last, 0.312, first}),
      "23 commits over 9 days, 2026-10-05 to 2026-10-14; at most 31 % of the lines at once on 2026-10-05 "
      "08:00 UTC");
  EXPECT_EQ(
      commit_words({2, first, last, 1, last}),
      "2 commits over 9 days, 2026-10-05 to 2026-10-14; all of the lines at once on 2026-10-14 07:00 UTC");
  EXPECT_EQ(commit_words({2, last, last, 0.5, last}),
            "2 commits on 2026-10-14; at most 50 % of the lines at once on 2026-10-14 07:00 UTC");
  EXPECT_EQ(commit_words({2, first, last, 0, 0}), "2 commits over 9 days, 2026-10-05 to 2026-10-14");
  EXPECT_EQ(commit_words({}), "no commits");
}

}  // namespace
}  // namespace gridmark::report
