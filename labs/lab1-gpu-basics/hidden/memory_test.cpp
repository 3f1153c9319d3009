// Networks, optimizers and allocated shares that the handout does not name.
#include <random>

#include "labkit/inputs/inputs.h"
#include "labs/lab1-gpu-basics/tests/memory_ask.h"

namespace gridmark::lab1 {
namespace {

int drawn(int low, int high) {
  static std::mt19937_64 random(inputs::Inputs::fresh_seed());
  return low + static_cast<int>(random() % static_cast<std::uint64_t>(high - low + 1));
}

/// Two to four layers of random widths.
std::vector<std::int32_t> any_network() {
  std::vector<std::int32_t> widths{drawn(20, 400)};
  for (int hidden = drawn(1, 3); hidden > 0; --hidden) widths.push_back(drawn(2, 200));
  widths.push_back(drawn(2, 40));
  return widths;
}

std::uint64_t any_ballast() { return static_cast<std::uint64_t>(drawn(1, 50'000)) * 4; }

TEST(MemoryStagesFp32, OfAnyNetworkBesideOtherTensors) {
  EXPECT_TRUE(
      samples_are_right(profile_call(any_network(), Precision::f32, Rule::momentum, any_ballast())));
}

TEST(MemoryStagesFp32, OfOneLayerWithPlainSgd) {
  EXPECT_TRUE(samples_are_right(profile_call({drawn(20, 400), drawn(2, 40)}, Precision::f32, Rule::sgd)));
}

TEST(MemoryStagesFp16, OfAnyNetworkBesideOtherTensors) {
  EXPECT_TRUE(
      samples_are_right(profile_call(any_network(), Precision::f16, Rule::momentum, any_ballast())));
}

TEST(MemoryLog, OfAnyNetworkIsWhatTheSamplesSay) {
  for (const Precision precision : {Precision::f32, Precision::f16})
    ASSERT_TRUE(
        samples_are_those_of_the_log(profile_call(any_network(), precision, Rule::adam, any_ballast())));
}

TEST(OutOfMemory, WhatIsTakenMeanwhileIsNotThere) {
  ASSERT_TRUE(survived(0.5, 0.6, false));
  EXPECT_TRUE(survived(0.3, 0.6, true));
}

TEST(OutOfMemory, IsSurvivedAgainAndAgain) {
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(survived(1.25 + i, 0, false));
  EXPECT_TRUE(survived(0, 0, true));
}

}  // namespace
}  // namespace gridmark::lab1
