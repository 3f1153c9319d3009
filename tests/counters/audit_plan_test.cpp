// How often accesses are held against their announcements.
#include "emulation/counters/audit_plan.h"

#include <gtest/gtest.h>

namespace gridmark::counters {
namespace {

constexpr unsigned threads = 320;

/// Instructions to watch while every thread comes to this many barriers.
unsigned watched_over(AuditPlan& plan, unsigned barriers) {
  unsigned watched = 0;
  for (unsigned i = 0; i < barriers * threads; ++i) watched += plan.watches();
  return watched;
}

TEST(AuditPlan, WatchesAKernelOfFewBarriersOften) {
  AuditPlan plan;
  plan.enter_launch(threads);
  const unsigned watched = watched_over(plan, 100);
  EXPECT_GT(watched, 15'000);
  EXPECT_LT(watched, 40'000);
}

// Threads that poll together would else be watched for as long as they poll.
TEST(AuditPlan, WatchesEverMoreSeldomWithinOneLaunch) {
  AuditPlan plan;
  plan.enter_launch(threads);
  watched_over(plan, 20'000);
  const unsigned later = watched_over(plan, 1'000);
  EXPECT_GT(later, 0);
  EXPECT_LT(later, 8'000);
}

TEST(AuditPlan, BeginsAnewWithTheCounts) {
  AuditPlan plan;
  plan.enter_launch(threads);
  watched_over(plan, 20'000);
  plan.clear();
  plan.enter_launch(threads);
  EXPECT_GT(watched_over(plan, 100), 15'000);
}

}  // namespace
}  // namespace gridmark::counters
