// Tests of the single parts of amp_training.cu that the handout announces.
#include "labs/lab2-mixed-precision/tests/steps.h"

namespace gridmark::lab2 {
namespace {

TEST(Policy, Fp16) { EXPECT_TRUE(policy_right(Type::f16)); }
TEST(Policy, Bf16) { EXPECT_TRUE(policy_right(Type::bf16)); }
TEST(Policy, OffInFullPrecision) { EXPECT_TRUE(policy_right(Type::f32)); }

TEST(Unscale, OneTensor) { EXPECT_TRUE(unscales(unscale_call(Type::f16, {1000}, 1.0f / 1024))); }
// Usually more elements than a grid has threads.
TEST(Unscale, LargeAndSmall) { EXPECT_TRUE(unscales(unscale_call(Type::f16, {50'000, 3}, 0.125f))); }
TEST(Unscale, SmallAndEmptyOnes) {
  EXPECT_TRUE(unscales(unscale_call(Type::f16, {1, 0, 257, 3, 31}, 1.0f / 65536)));
}
TEST(Unscale, Infinity) {
  EXPECT_TRUE(unscales(unscale_call(Type::f16, {100, 40}, 0.5f, {{7, INFINITY}})));
}
TEST(Unscale, NotANumber) {
  EXPECT_TRUE(unscales(unscale_call(Type::f16, {100, 40}, 0.5f, {{139, NAN}})));
}

TEST(MasterWeights, OneStep) { EXPECT_TRUE(keeps_masters(steps_call(Type::f16, {33, 7}, 1, 1e-3f, 0.01f))); }
TEST(MasterWeights, OtherSettings) { EXPECT_TRUE(keeps_masters(other_settings(Type::f16, {33, 700, 7}, 4))); }
// 300 steps of 1e-5 move a weight by 0.3 %. In f16 each of them is lost.
TEST(MasterWeights, SmallStepsAddUp) {
  EXPECT_TRUE(keeps_masters(steps_call(Type::f16, {64}, 300, 1e-5f, 0)));
}

TEST(Scaler, CleanStepsGrow) {
  EXPECT_TRUE(drives(scaler_call(1024, 2, 0.5f, 3, {0, 0, 0, 0, 0, 0, 0})));
}
TEST(Scaler, InfinityBacksOff) {
  EXPECT_TRUE(drives(scaler_call(65536, 2, 0.5f, 2000, {0, 1, 0, 3, 2, 0})));
}
TEST(Scaler, InfinityStartsTheCountAgain) {
  EXPECT_TRUE(drives(scaler_call(512, 2, 0.5f, 3, {0, 0, 1, 0, 0, 0, 0})));
}

TEST(ClipOrder, LongGradients) { EXPECT_TRUE(clips({3000, 20}, 1)); }
TEST(ClipOrder, ShortGradientsStay) { EXPECT_TRUE(clips({10}, 100)); }

}  // namespace
}  // namespace gridmark::lab2
