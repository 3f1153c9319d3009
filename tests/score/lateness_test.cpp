#include "grader/score/lateness.h"

#include <gtest/gtest.h>

namespace gridmark::score {
namespace {

constexpr Moment noon = 1'000'000'000, day = seconds_per_day;

LabDeadline ten_percent() {
  LabDeadline deadline;
  deadline.deadline = noon;
  deadline.percent_per_day = 10;
  deadline.grace_seconds = 600;
  return deadline;
}

TEST(Lateness, TheDeadlineItselfAndTheGraceAfterItAreInTime) {
  EXPECT_EQ(lateness(noon, ten_percent(), 0), Lateness{});
  EXPECT_EQ(lateness(noon + 600, ten_percent(), 0), Lateness{});
  EXPECT_EQ(lateness(noon + 601, ten_percent(), 0), (Lateness{1, 0, 0.9, false}));
}

TEST(Lateness, EachDayBegunCostsAndSlipDaysPayFirst) {
  EXPECT_EQ(lateness(noon + day, ten_percent(), 0).days, 1);
  EXPECT_EQ(lateness(noon + day + 1, ten_percent(), 0).days, 2);
  EXPECT_EQ(lateness(noon + day + 1, ten_percent(), 1), (Lateness{2, 1, 0.9, false}));
  EXPECT_EQ(lateness(noon + day + 1, ten_percent(), 5), (Lateness{2, 2, 1, false}));
  EXPECT_EQ(lateness(noon + 30 * day, ten_percent(), 0).factor, 0);
}

TEST(Lateness, SlipDaysThatWouldChangeNothingAreKept) {
  LabDeadline free_of_charge = ten_percent();
  free_of_charge.percent_per_day = 0;
  EXPECT_EQ(lateness(noon + day, free_of_charge, 3), (Lateness{1, 0, 1, false}));
  EXPECT_EQ(lateness(noon + 30 * day, ten_percent(), 5), (Lateness{30, 0, 0, false}));
}

TEST(Lateness, AfterTheHardCloseSlipDaysHelpNoMore) {
  LabDeadline deadline = ten_percent();
  deadline.hard_close = noon + 2 * day;
  EXPECT_EQ(lateness(noon + 2 * day, deadline, 9).factor, 1);
  const Lateness late = lateness(noon + 2 * day + 1, deadline, 9);
  EXPECT_EQ(late.factor, 0);
  EXPECT_EQ(late.slip_days, 0);
  EXPECT_TRUE(late.closed);
}

// The chosen moment still earns points, and one second later earns none.
TEST(Lateness, TheLastUsefulMomentIsTheLastOne) {
  for (const double percent : {100.0, 50.0, 34.0, 33.0, 10.0, 3.0})
    for (const int slip : {0, 2}) {
      LabDeadline deadline = ten_percent();
      deadline.percent_per_day = percent;
      const auto last = last_useful_moment(deadline, slip);
      ASSERT_TRUE(last);
      EXPECT_GT(lateness(*last, deadline, slip).factor, 0) << percent << " " << slip;
      EXPECT_EQ(lateness(*last + 1, deadline, slip).factor, 0) << percent << " " << slip;
    }
  LabDeadline open_end = ten_percent();
  open_end.percent_per_day = 0;
  EXPECT_FALSE(last_useful_moment(open_end, 0));
}

TEST(Lateness, ExtensionsMoveDeadlineAndCloseAndTheNearestCounts) {
  LatePolicy policy;
  policy.labs["lab1"] = ten_percent();
  policy.labs["lab1"].hard_close = noon + day;
  Student ada{"ada", "", "", "", "", 1, {}};
  EXPECT_EQ(deadline_of(policy, "lab1", ada)->deadline, noon + day);
  ada.lab_days["lab1"] = 2;
  EXPECT_EQ(deadline_of(policy, "lab1", ada)->deadline, noon + 2 * day);
  policy.extensions = {{"ada", "lab1", 4, ""}, {"ada", "", 3, ""}, {"bo", "lab1", 9, ""}};
  EXPECT_EQ(deadline_of(policy, "lab1", ada)->deadline, noon + 4 * day);
  EXPECT_EQ(deadline_of(policy, "lab1", ada)->hard_close, noon + 5 * day);
  EXPECT_FALSE(deadline_of(policy, "lab2", ada));
}

TEST(Lateness, ItIsSaidInWords) {
  EXPECT_EQ(lateness_words({}), "");
  EXPECT_EQ(lateness_words({1, 0, 0.9, false}), "1 day late: 90 % of the points count");
  EXPECT_EQ(lateness_words({2, 1, 0.9, false}), "2 days late, 1 slip day used: 90 % of the points count");
  EXPECT_EQ(lateness_words({1, 1, 1, false}), "1 day late, 1 slip day used: all of the points count");
  EXPECT_EQ(lateness_words({9, 0, 0, true}), "after the lab was closed: none of the points count");
}

}  // namespace
}  // namespace gridmark::score
