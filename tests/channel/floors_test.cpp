#include "labkit/channel/floors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace gridmark::channel {
namespace {

using testing::HasSubstr;

TEST(Floors, ACountBelowWhatTheWorkNeedsIsNamed) {
  EXPECT_FALSE(below_floor({{"launches", 1, 1}, {"operations", 100, 100}}));
  EXPECT_THAT(below_floor({{"launches", 1, 1}, {"operations", 99, 100}}).value(),
              HasSubstr("counted 99 operations, and the work needs at least 100"));
}

TEST(Floors, WhatIsNoNumberIsBelow) { EXPECT_TRUE(below_floor({{"operations", std::nan(""), 1}})); }

Reply reply(std::uint64_t live, std::uint64_t launches, std::uint64_t bytes = 1000) {
  Reply reply;
  reply.meters.live_bytes = live;
  reply.meters.launches = launches;
  reply.meters.loads.bytes = bytes;
  return reply;
}

CallSeries series(std::initializer_list<Reply> replies) {
  CallSeries all;
  for (const Reply& one : replies) all.add(one);
  return all;
}

TEST(CallSeries, SteadyCallsAreFine) {
  const CallSeries steady = series({reply(64, 1), reply(64, 1), reply(64, 1), reply(64, 1)});
  EXPECT_FALSE(steady.growth());
  EXPECT_FALSE(steady.shrinking_work());
}

// A pool that is filled once is not a leak. One that grows is.
TEST(CallSeries, GrowthAfterTheFirstHalfIsALeak) {
  EXPECT_FALSE(series({reply(0, 1), reply(64, 1), reply(64, 1), reply(64, 1)}).growth());
  EXPECT_THAT(series({reply(64, 1), reply(128, 1), reply(192, 1), reply(256, 1)}).growth().value(),
              HasSubstr("128 bytes of device memory after 2 calls and 256 after 4"));
}

TEST(CallSeries, AllocationsThatOutliveACallCount) {
  Reply leaking = reply(0, 1);
  leaking.leaks = {{64, {"benchmark.cu", 3}}};
  EXPECT_TRUE(series({reply(0, 1), leaking}).growth());
}

// A stream that is made once is not a leak. One for each call is.
TEST(CallSeries, ObjectsThatNobodyDestroysCount) {
  const auto holding = [](std::uint64_t objects) {
    Reply one = reply(0, 1);
    one.meters.live_objects = objects;
    return one;
  };
  EXPECT_FALSE(series({holding(0), holding(1), holding(1), holding(1)}).growth());
  EXPECT_THAT(series({holding(1), holding(2), holding(3), holding(4)}).growth().value(),
              HasSubstr("2 streams, events, graphs and textures after 2 calls and 4 after 4"));
}

// Memory of a library with its own runtime shows only in the driver's figures.
TEST(CallSeries, GrowthThatOnlyTheDriverSees) {
  const auto using_mib = [](std::uint64_t mib) {
    Reply one = reply(0, 1);
    one.device.used_bytes = mib << 20;
    return one;
  };
  EXPECT_THAT(series({using_mib(500), using_mib(510), using_mib(520), using_mib(530)}).growth().value(),
              HasSubstr("20 MiB more in the second half"));
  EXPECT_FALSE(series({using_mib(500), using_mib(600), using_mib(600), using_mib(600)}).growth());
  EXPECT_FALSE(series({using_mib(0), using_mib(0), using_mib(0), using_mib(0)}).growth())
      << "the emulated device";
}

TEST(CallSeries, CallsThatDoLessThanTheFirstRemember) {
  EXPECT_THAT(series({reply(0, 1), reply(0, 1), reply(0, 0), reply(0, 0)}).shrinking_work().value(),
              HasSubstr("1 kernel launches in its first call and 0 in call 3"));
  EXPECT_TRUE(series({reply(0, 1, 1000), reply(0, 1, 800)}).shrinking_work());
  EXPECT_FALSE(series({reply(0, 1, 1000), reply(0, 1, 950)}).shrinking_work());
}

}  // namespace
}  // namespace gridmark::channel
