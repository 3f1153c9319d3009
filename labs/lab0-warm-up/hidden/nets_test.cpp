// Nets that the handout does not name.
#include "labs/lab0-warm-up/tests/nets.h"

namespace gridmark::lab0 {
namespace {

TEST(MakeNet, AnyShape) {
  EXPECT_TRUE(makes_net({any_between(1, 60), any_between(1, 40), any_between(1, 20)}, 9));
}
TEST(TrainClassifier, AnotherShape) { EXPECT_TRUE(classifies({20, 40, 10}, 32, 20, 5e-3f)); }
TEST(TrainRegression, TwoOutputs) { EXPECT_TRUE(regresses({8, 30, 2}, 32, 20, 1e-2f)); }

}  // namespace
}  // namespace gridmark::lab0
