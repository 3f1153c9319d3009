#include "labkit/inputs/inputs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace gridmark::inputs {
namespace {

TEST(Inputs, StayInTheirRange) {
  for (const float value : Inputs(1).uniform(10000, -2, -1)) {
    EXPECT_GE(value, -2);
    EXPECT_LT(value, -1);
  }
}

TEST(Inputs, RepeatWithTheSameSeed) { EXPECT_EQ(Inputs(7).uniform(100, 0, 1), Inputs(7).uniform(100, 0, 1)); }

// If a submission knew the inputs in advance, it could answer without work.
TEST(Inputs, AreFreshWithoutASeed) {
  unsetenv("GRIDMARK_SEED");
  EXPECT_NE(Inputs().uniform(100, 0, 1), Inputs().uniform(100, 0, 1));
}

TEST(Inputs, TakeTheirSeedFromTheEnvironment) {
  setenv("GRIDMARK_SEED", "12345", 1);
  EXPECT_EQ(Inputs::fresh_seed(), 12345u);
  unsetenv("GRIDMARK_SEED");
}

TEST(Inputs, AreNotAllTheSame) {
  const auto values = Inputs(3).uniform(1000, 0, 1);
  EXPECT_LT(*std::min_element(values.begin(), values.end()), 0.1f);
  EXPECT_GT(*std::max_element(values.begin(), values.end()), 0.9f);
}

}  // namespace
}  // namespace gridmark::inputs
