#include "labkit/timing/machine_state.h"

#include <gtest/gtest.h>

namespace gridmark::timing {
namespace {

TEST(MachineState, ReadsPressureStealAndClocks) {
  EXPECT_DOUBLE_EQ(
      stalled_seconds_in("some avg10=72.70 avg60=50.58 avg300=56.31 total=26404102\nfull avg10=0\n").value(),
      26.404102);
  EXPECT_DOUBLE_EQ(stolen_seconds_in("cpu  38 31 65 19 49 0 22 1490 7 2\ncpu0 1 1 1 1 1 1 1 1 1 1\n", 100),
                   14.9);
  EXPECT_DOUBLE_EQ(fastest_mhz_in("processor\t: 0\ncpu MHz\t\t: 2000.0\nprocessor : 1\ncpu MHz : 3000.0\n"),
                   3000);
}

TEST(MachineState, WhatAKernelDoesNotTellIsNoNumber) {
  EXPECT_FALSE(stalled_seconds_in(""));
  EXPECT_FALSE(stalled_seconds_in("some avg10=0.00"));
  EXPECT_EQ(stolen_seconds_in("", 100), 0);
  EXPECT_EQ(stolen_seconds_in("cpu 1 2 3", 100), 0);
  EXPECT_EQ(fastest_mhz_in("Processor: ARMv8\n"), 0);
}

}  // namespace
}  // namespace gridmark::timing
