#include "base/contamination.h"

#include <gtest/gtest.h>

namespace gridmark::timing {
namespace {

Pair pair_of(double reference, double student, Disturbance first, Disturbance second) {
  return {{reference, reference, first}, {student, student, second}};
}

TEST(Contaminated, WaitingSpoilsWallTimeOnly) {
  const Pair pair = pair_of(1, 1, {.waited_seconds = 0.1}, {});
  EXPECT_TRUE(contaminated(pair, ClockKind::wall));
  EXPECT_FALSE(contaminated(pair, ClockKind::cpu));
}

TEST(Contaminated, OthersThatWaitedSpoilWallTimeWhenItWasLong) {
  EXPECT_TRUE(contaminated(pair_of(1, 1, {.stalled_seconds = 0.3}, {}), ClockKind::wall));
  EXPECT_FALSE(contaminated(pair_of(1, 1, {.stalled_seconds = 0.1}, {}), ClockKind::wall));
}

TEST(Contaminated, StolenTimeAndAChangedClockSpoilBoth) {
  for (const ClockKind clock : {ClockKind::cpu, ClockKind::wall}) {
    EXPECT_TRUE(contaminated(pair_of(1, 1, {}, {.stolen_seconds = 0.1}), clock));
    EXPECT_TRUE(contaminated(pair_of(1, 1, {.clock_mhz = 3000}, {.clock_mhz = 2800}), clock));
    EXPECT_FALSE(contaminated(pair_of(1, 1, {.clock_mhz = 3000}, {.clock_mhz = 2900}), clock));
    EXPECT_FALSE(contaminated(pair_of(1, 1, {}, {}), clock));
  }
}

// Otherwise the rule could keep the pairs in which the student was lucky.
TEST(Contaminated, TheSidesMayChangePlaces) {
  const Disturbance some[] = {{},
                              {.waited_seconds = 0.03},
                              {.waited_seconds = 0.05},
                              {.stalled_seconds = 0.2},
                              {.stolen_seconds = 0.05},
                              {.clock_mhz = 2000},
                              {.clock_mhz = 2100}};
  for (const ClockKind clock : {ClockKind::cpu, ClockKind::wall})
    for (const Disturbance& a : some)
      for (const Disturbance& b : some)
        for (const double faster : {0.5, 1.0, 2.0})
          EXPECT_EQ(contaminated(pair_of(1, faster, a, b), clock),
                    contaminated(pair_of(faster, 1, b, a), clock));
}

}  // namespace
}  // namespace gridmark::timing
