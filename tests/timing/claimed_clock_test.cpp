#include "labkit/timing/claimed_clock.h"

#include <gtest/gtest.h>

#include "base/contamination.h"

namespace gridmark::timing {
namespace {

Timed timed(double device_seconds, double wall_seconds, double mhz = 1410) {
  Timed one;
  one.cpu_seconds = device_seconds;
  one.wall_seconds = wall_seconds;
  one.disturbance.clock_mhz = mhz;
  return one;
}

/// Both sides copy for 8 ms in addition to the time of their events.
ProcessSamples process(double reference, double student, double student_wall) {
  ProcessSamples samples;
  for (int i = 0; i < 5; ++i)
    samples.pairs.push_back({timed(reference, reference + 8e-3), timed(student, student_wall)});
  return samples;
}

TEST(ClaimedClock, AFasterSideThatIsFasterOnTheWallHidesNothing) {
  const ProcessSamples honest = process(10e-3, 5e-3, 13e-3);
  EXPECT_NEAR(unexplained_seconds(honest), 0, 1e-9);
  EXPECT_FALSE(hides_time(honest));
}

TEST(ClaimedClock, EventsThatShowLessThanTheWallDoes) {
  const ProcessSamples forged = process(10e-3, 1e-3, 18e-3);
  EXPECT_NEAR(unexplained_seconds(forged), 9e-3, 1e-9);
  EXPECT_TRUE(hides_time(forged));
}

TEST(ClaimedClock, NoiseOfAMillisecondIsNoLie) { EXPECT_FALSE(hides_time(process(1e-3, 1e-3, 9.9e-3))); }

TEST(ClaimedClock, WithoutPairsThereIsNothingToHide) { EXPECT_FALSE(hides_time({})); }

TEST(DeviceClock, PairsWithDifferingClocksAreNotCompared) {
  EXPECT_FALSE(contaminated({timed(1e-3, 1e-2, 1410), timed(1e-3, 1e-2, 1395)}, ClockKind::device));
  EXPECT_TRUE(contaminated({timed(1e-3, 1e-2, 1410), timed(1e-3, 1e-2, 1365)}, ClockKind::device));
  EXPECT_TRUE(contaminated({timed(1e-3, 1e-2, 1365), timed(1e-3, 1e-2, 1410)}, ClockKind::device))
      << "either way round";
}

TEST(DeviceClock, AClockThatIsKnownOfOneSideAloneIsADifference) {
  EXPECT_TRUE(contaminated({timed(1e-3, 1e-2, 0), timed(1e-3, 1e-2, 1410)}, ClockKind::device));
  EXPECT_FALSE(contaminated({timed(1e-3, 1e-2, 0), timed(1e-3, 1e-2, 0)}, ClockKind::device));
}

// The GPU continues while the host's processors are busy with other work.
TEST(DeviceClock, WaitingForAProcessorDoesNotMatter) {
  Pair pair{timed(1e-3, 1e-2), timed(1e-3, 1e-2)};
  pair.student.disturbance.waited_seconds = 5e-3;
  pair.student.disturbance.stolen_seconds = 5e-3;
  EXPECT_FALSE(contaminated(pair, ClockKind::device));
  EXPECT_TRUE(contaminated(pair, ClockKind::wall));
}

TEST(DeviceClock, IsNamedInRecords) {
  EXPECT_EQ(name_of(ClockKind::device), "device");
  EXPECT_EQ(seconds_of(timed(1e-3, 1e-2), ClockKind::device), 1e-3);
}

}  // namespace
}  // namespace gridmark::timing
