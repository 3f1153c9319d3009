// The frequency of comparing accesses with their announcements.
#include "emulation/counters/audit_plan.h"

#include <gtest/gtest.h>

#include <vector>

namespace gridmark::counters {
namespace {

/// The positions of moments among the records of a launch.
std::vector<std::uint64_t> moments(AuditPlan& plan, std::uint64_t records) {
  std::vector<std::uint64_t> found;
  plan.enter_launch(0);
  for (std::uint64_t i = 0; i <= records; i += std::max<std::uint64_t>(1, plan.patience(i)))
    if (plan.watches(i) > 0) found.push_back(i);
  return found;
}

/// The number of launches with a moment among the records [first, end).
unsigned launches_with_one(std::uint64_t first, std::uint64_t end, unsigned launches) {
  unsigned count = 0;
  for (unsigned i = 0; i < launches; ++i) {
    AuditPlan plan;
    bool any = false;
    for (const std::uint64_t at : moments(plan, end - 1)) any |= at >= first;
    count += any;
  }
  return count;
}

TEST(AuditPlan, LooksAtEveryPartOfALaunchOften) {
  AuditPlan plan;
  const std::size_t few = moments(plan, 1'000).size();
  EXPECT_GT(few, 12u);
  const std::size_t many = moments(plan, 1'000'000).size();
  EXPECT_GT(many, 35u);
  EXPECT_LT(many, 150u);
  EXPECT_GT(launches_with_one(500'000, 1'000'000, 200), 175u);
}

// A thread could access memory before its first record, or right after its hundredth.
TEST(AuditPlan, MayBeginAnywhere) {
  EXPECT_GT(launches_with_one(0, 1, 200), 150u);
  for (const std::uint64_t at : {1, 5, 30, 100}) EXPECT_GT(launches_with_one(at, at + 1, 1'000), 20u) << at;
}

TEST(AuditPlan, CannotBeForeseen) {
  AuditPlan one, other;
  EXPECT_NE(moments(one, 1'000'000), moments(other, 1'000'000));
}

/// The number of instructions watched over many short launches.
std::uint64_t watched_over(AuditPlan& plan, unsigned launches) {
  std::uint64_t watched = 0;
  for (unsigned i = 0; i < launches; ++i) watched += 32 * moments(plan, 1'000).size();
  return watched;
}

// Training makes thousands of launches.
TEST(AuditPlan, WatchesEverMoreSeldomUntilTheCountsBeginAnew) {
  AuditPlan plan;
  watched_over(plan, 2'000);
  const std::uint64_t later = watched_over(plan, 100);
  EXPECT_GT(later, 0u);
  EXPECT_LT(later, 8'000u);
  plan.clear();
  EXPECT_GT(watched_over(plan, 10), 6'000u);
}

}  // namespace
}  // namespace gridmark::counters
