#include "emulation/timeline/placement.h"

#include <gtest/gtest.h>

#include <string>

namespace gridmark::emulation {
namespace {

TEST(Engine, SharesThatAddUpToOneRunTogether) {
  Engine engine;
  EXPECT_EQ(engine.take(0, 10, 0.5), 0);
  EXPECT_EQ(engine.take(2, 10, 0.5), 2);
  EXPECT_EQ(engine.take(3, 10, 0.1), 10);  // the first one's room
  EXPECT_EQ(engine.take(3, 10, 1), 20);    // after the last of them has ended
}

TEST(Engine, TenTenthsAreAWhole) {
  Engine engine;
  for (int i = 0; i < 10; ++i) EXPECT_EQ(engine.take(0, 10, 0.1), 0);
  EXPECT_EQ(engine.take(0, 10, 0.1), 10);
}

TEST(Engine, AGapIsUsedOnlyByWorkThatFitsIntoIt) {
  Engine engine;
  engine.take(0, 10, 1);
  engine.take(15, 10, 1);
  EXPECT_EQ(engine.take(0, 6, 1), 25);
  EXPECT_EQ(engine.take(0, 5, 1), 10);
}

TEST(Engine, AGapThatIsPartlyTakenFitsASmallShare) {
  Engine engine;
  engine.take(0, 10, 0.25);
  engine.take(5, 10, 0.75);
  EXPECT_EQ(engine.take(0, 10, 0.75), 15);
  EXPECT_EQ(engine.take(0, 5, 0.75), 0);
  EXPECT_EQ(engine.take(0, 5, 0.25), 10);
}

TEST(Engine, WhatIsForgottenHadEnded) {
  Engine engine;
  engine.take(0, 10, 1);
  engine.take(10, 10, 1);
  engine.forget_before(10);
  EXPECT_EQ(engine.take(10, 5, 1), 20);
}

/// Work items with names, and the order of their placement.
class Placements : public testing::Test {
 protected:
  SharedWork add(const std::string& name, double submitted, std::optional<Cost> cost,
                 const std::vector<SharedWork>& after = {}) {
    Span span;
    span.name = name;
    span.submitted_ns = submitted;
    return placement.add(std::move(span), after, cost);
  }
  static Cost kernel(double time, double share = 1) { return {time, EngineKind::kernels, share}; }

  std::vector<std::string> placed;
  Placement placement{[this](const Work& work) { placed.push_back(work.span.name); }};
};

TEST_F(Placements, GoByTheMomentAtWhichTheyCanBegin) {
  const auto copy = add("copy", 1, Cost{100, EngineKind::upload});
  add("late", 2, kernel(10), {copy});
  add("early", 3, kernel(10));
  placement.place_all();
  EXPECT_EQ(placed, (std::vector<std::string>{"copy", "early", "late"}));
}

TEST_F(Placements, OfTheSameMomentGoByTheirSubmission) {
  const auto gate = add("gate", 0, Cost{100, EngineKind::upload});
  const auto first = add("first", 1, kernel(10), {gate});
  const auto second = add("second", 2, kernel(10), {gate});
  EXPECT_EQ(placement.end_of(second), 120);
  EXPECT_EQ(first->end, 110);
}

TEST_F(Placements, AreAskedForNoMoreThanTheMomentNeeds) {
  const auto one = add("one", 0, kernel(10));
  add("two", 20, kernel(10));
  EXPECT_EQ(placement.end_of(one), 10);
  EXPECT_EQ(placed, std::vector<std::string>{"one"});
}

// The counted flavour knows a kernel's cost only after it has run.
TEST_F(Placements, ACostThatComesLateFindsTheRoomThatIsLeft) {
  const auto unknown = add("unknown", 0, std::nullopt);
  const auto next = add("next", 5, kernel(10));
  const auto other = add("other", 30, kernel(10));
  EXPECT_EQ(placement.end_of(other), 40);
  placement.set_cost(unknown, kernel(15));
  EXPECT_EQ(placement.end_of(unknown), 30);  // between the two
  EXPECT_EQ(next->end, 15);
}

TEST_F(Placements, ACostThatComesLateAndIsTooLongComesLast) {
  const auto unknown = add("unknown", 0, std::nullopt);
  add("next", 5, kernel(10));
  EXPECT_EQ(placement.end_of(add("other", 20, kernel(10))), 30);
  placement.set_cost(unknown, kernel(6));
  EXPECT_EQ(placement.end_of(unknown), 36);
}

TEST_F(Placements, WhatFollowsAnUnknownCostWaitsForIt) {
  const auto unknown = add("unknown", 0, std::nullopt);
  const auto follower = add("follower", 1, kernel(10, 0.5), {unknown});
  placement.place_all();
  EXPECT_FALSE(follower->placed);
  placement.set_cost(unknown, kernel(100, 0.5));
  EXPECT_EQ(placement.end_of(follower), 110);
}

TEST_F(Placements, ASecondCostChangesNothing) {
  const auto work = add("work", 0, kernel(10));
  placement.set_cost(work, kernel(99));
  EXPECT_EQ(placement.end_of(work), 10);
}

TEST_F(Placements, BeginNoEarlierThanTheirCostAllows) {
  Cost late = kernel(10);
  late.earliest = 50;
  EXPECT_EQ(placement.end_of(add("collective", 0, late)), 60);
}

TEST_F(Placements, WorkWithoutTimeNeedsNoRoom) {
  add("kernel", 0, kernel(10));
  const auto record = add("record", 1, Cost{0, EngineKind::kernels});
  EXPECT_EQ(placement.end_of(record), 1);
}

TEST_F(Placements, DevicesDoNotShareTheirEngines) {
  add("here", 0, kernel(10));
  Span span;
  span.device = 1;
  EXPECT_EQ(placement.end_of(placement.add(std::move(span), {}, kernel(10))), 10);
}

TEST_F(Placements, ALongChainIsPlacedWithoutRecursion) {
  SharedWork last;
  for (int i = 0; i < 100000; ++i) last = add("step", 0, kernel(1), {last});
  EXPECT_EQ(placement.end_of(last), 100000);
}

}  // namespace
}  // namespace gridmark::emulation
