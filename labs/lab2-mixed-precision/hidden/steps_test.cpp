// Sizes, scales and sequences that the handout does not name.
#include "labs/lab2-mixed-precision/tests/steps.h"

namespace gridmark::lab2 {
namespace {

std::vector<int> any_sizes(int most_tensors, int largest) {
  std::vector<int> sizes;
  for (int count = any_between(2, most_tensors); count > 0; --count) sizes.push_back(any_between(1, largest));
  return sizes;
}

/// A power of two, so that a product with it is exact.
float any_power(int low, int high) { return std::ldexp(1.0f, any_between(low, high)); }

TEST(Unscale, AnyTensors) {
  for (const Type type : {Type::f16, Type::bf16, Type::f32})
    ASSERT_TRUE(unscales(unscale_call(type, any_sizes(30, 700), any_power(-17, 3))));
}

// The largest number of tensors that the contract allows.
TEST(Unscale, TwoHundredAndFiftySix) {
  EXPECT_TRUE(unscales(unscale_call(Type::f16, std::vector<int>(256, 5), 0.125f)));
}

// Any infinity, in any place.
TEST(Unscale, AnyInfinity) {
  const float infinite[] = {INFINITY, -INFINITY, NAN};
  for (const float value : infinite) {
    const std::vector<int> sizes = any_sizes(9, 400);
    const auto at = static_cast<std::size_t>(any_between(0, static_cast<int>(total(sizes)) - 1));
    ASSERT_TRUE(unscales(unscale_call(Type::bf16, sizes, any_power(-12, 0), {{at, value}})));
    ASSERT_TRUE(unscales(unscale_call(Type::f16, sizes, any_power(-12, 0))));
  }
}

// The smallest numbers of f16 survive the division.
TEST(Unscale, Subnormals) {
  Unscale op = unscale_call(Type::f16, {64}, 1.0f / 65536);
  std::vector<float> scaled;
  for (int i = 1; i <= 64; ++i) scaled.push_back(std::ldexp(static_cast<float>(i), -24));
  op.scaled = channel::In<float>(scaled);
  EXPECT_TRUE(unscales(op));
}

TEST(MasterWeights, OfAnyParameters) {
  EXPECT_TRUE(keeps_masters(steps_call(Type::f16, any_sizes(6, 300), any_between(2, 9), 3e-3f, 0.1f)));
}
TEST(MasterWeights, InBf16) {
  EXPECT_TRUE(keeps_masters(steps_call(Type::bf16, any_sizes(4, 90), 60, 1e-4f, 0.01f)));
}
TEST(MasterWeights, InFullPrecision) {
  EXPECT_TRUE(keeps_masters(steps_call(Type::f32, {17, 1}, 5, 1e-2f, 0.05f)));
}

std::vector<int> any_events(int steps) {
  std::vector<int> events;
  for (int i = 0; i < steps; ++i) events.push_back(any_between(0, 3) == 0 ? any_between(1, 3) : 0);
  return events;
}

TEST(Scaler, AnySequence) {
  for (int i = 0; i < 3; ++i)
    ASSERT_TRUE(drives(scaler_call(any_power(0, 3), 2, 0.5f, any_between(1, 4), any_events(14))));
}
TEST(Scaler, OtherFactors) {
  EXPECT_TRUE(drives(scaler_call(4096, 4, 0.25f, 2, {0, 0, 1, 1, 0, 0, 3, 0, 0})));
}

TEST(ClipOrder, AnyTensors) {
  EXPECT_TRUE(clips(any_sizes(12, 500), any_inputs().uniform(1, 0.1f, 2).front()));
}

}  // namespace
}  // namespace gridmark::lab2
