// The processes whose time counts, and how often it counts.
#include "grader/sandbox/cpu_watch.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace gridmark::sandbox {
namespace {

/// A process of the run that began at `begin`, with its own seconds and those of its waited-for children.
std::pair<pid_t, ProcessStat> process(pid_t number, double own, double reaped = 0, std::int64_t begin = 1) {
  ProcessStat stat;
  stat.own_cpu_seconds = own;
  stat.reaped_cpu_seconds = reaped;
  stat.begin = begin;
  return {number, stat};
}

double seconds_after(const std::vector<std::vector<std::pair<pid_t, ProcessStat>>>& looks) {
  CpuWatch watch;
  for (const auto& look : looks) {
    watch.begin_look();
    for (const auto& [number, stat] : look) watch.see(number, stat);
  }
  return watch.seconds();
}

TEST(CpuWatch, AChildThatWasWaitedForCountsOnce) {
  EXPECT_EQ(seconds_after({{process(1, 1), process(2, 4)}, {process(1, 1, 4)}}), 5);
}

TEST(CpuWatch, AChildThatEndedBetweenTwoLooksCountsWhereItWasWaitedFor) {
  EXPECT_EQ(seconds_after({{process(1, 1)}, {process(1, 1, 4)}}), 5);
}

TEST(CpuWatch, AChildThatNobodyWaitedForStays) {
  EXPECT_EQ(seconds_after({{process(1, 1), process(2, 4)}, {process(1, 2)}}), 6);
}

TEST(CpuWatch, ANumberThatIsUsedAgainIsAnotherProcess) {
  EXPECT_EQ(seconds_after({{process(2, 4, 0, 1)}, {process(2, 3, 0, 2)}}), 7);
}

}  // namespace
}  // namespace gridmark::sandbox
