#include "grader/sandbox/killer_watch.h"

#include <gtest/gtest.h>

namespace gridmark::sandbox {
namespace {

constexpr std::int64_t large = KillerWatch::least_victim_bytes, small = large - 1;

TEST(KillerWatch, ALargeProcessThatIsGoneWhenTheNumberRisesWasTheVictim) {
  KillerWatch watch(7);
  watch.look(7, {{10, small}, {11, large}});
  watch.look(8, {{10, small}});
  EXPECT_TRUE(watch.took_one());
}

TEST(KillerWatch, AVictimMayTakeAMomentToEnd) {
  KillerWatch watch(7);
  watch.look(7, {{11, large}});
  watch.look(8, {{11, large}});
  EXPECT_FALSE(watch.took_one());
  watch.look(8, {{11, 0}});  // as a zombie
  EXPECT_TRUE(watch.took_one());
}

TEST(KillerWatch, OneThatStaysWasNotAndMayEndLater) {
  KillerWatch watch(7);
  watch.look(7, {{11, large}});
  for (int i = 0; i < KillerWatch::looks_to_end; ++i) watch.look(8, {{11, large}});
  watch.look(8, {});
  EXPECT_FALSE(watch.took_one());
}

TEST(KillerWatch, WithoutAKillAnyProcessMayEnd) {
  KillerWatch watch(7);
  watch.look(7, {{11, large}});
  watch.look(7, {});
  watch.look(8, {});
  EXPECT_FALSE(watch.took_one());
}

TEST(KillerWatch, ASmallProcessIsNoVictim) {
  KillerWatch watch(7);
  watch.look(7, {{11, small}});
  watch.look(8, {});
  EXPECT_FALSE(watch.took_one());
}

TEST(KillerWatch, WhatTheSupervisorEndsIsNone) {
  KillerWatch watch(7);
  watch.look(7, {{11, large}});
  watch.stop();
  watch.look(8, {});
  EXPECT_FALSE(watch.took_one());
}

}  // namespace
}  // namespace gridmark::sandbox
