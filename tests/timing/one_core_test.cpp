#include "labkit/timing/one_core.h"

#include <gtest/gtest.h>

#include <thread>

namespace gridmark::timing {
namespace {

int usable() {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
}

TEST(OneCore, WhatIsStartedMeanwhileStaysOnIt) {
  const int before = usable();
  int inherited = 0, seen[2] = {-1, -1};
  for (int turn : {0, 1}) {
    const OneCore core(turn);
    std::thread([&] {
      inherited = usable();
      seen[turn] = sched_getcpu();
    }).join();
    EXPECT_EQ(inherited, 1);
  }
  EXPECT_EQ(usable(), before);
  if (before == 1) GTEST_SKIP() << "one processor has no next one";
  EXPECT_NE(seen[0], seen[1]);
}

}  // namespace
}  // namespace gridmark::timing
