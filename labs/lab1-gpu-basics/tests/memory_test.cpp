// Does the profile of a training step say where its memory goes, and does an attempt to allocate too much do
// no harm? The handout names these networks and sizes.
#include "labs/lab1-gpu-basics/tests/memory_ask.h"

namespace gridmark::lab1 {
namespace {

TEST(MemoryStagesFp32, OfTheClassifierWithAdam) {
  EXPECT_TRUE(samples_are_right(profile_question({784, 128, 10}, Precision::f32, Rule::adam)));
}

// Beside 4096 bytes that belong to somebody else.
TEST(MemoryStagesFp16, OfTheClassifierWithAdam) {
  EXPECT_TRUE(samples_are_right(profile_question({784, 128, 10}, Precision::f16, Rule::adam, 4096)));
}

TEST(MemoryLog, OfTheClassifierIsWhatTheSamplesSay) {
  EXPECT_TRUE(samples_are_those_of_the_log(profile_question({784, 128, 10}, Precision::f32, Rule::adam)));
}

TEST(OutOfMemory, ASmallAllocationSucceeds) { EXPECT_TRUE(survived(0, 0, true)); }

// A fixed size would fit on a larger device: 1.25 times all its memory fits on none.
TEST(OutOfMemory, MoreThanTheDeviceHasIsSurvived) { EXPECT_TRUE(survived(1.25, 0, false)); }

}  // namespace
}  // namespace gridmark::lab1
