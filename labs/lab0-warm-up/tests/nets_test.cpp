// The three small nets.
#include "labs/lab0-warm-up/tests/nets.h"

namespace gridmark::lab0 {
namespace {

constexpr NetShape digits{784, 128, 10}, line{10, 50, 1}, classes{100, 50, 10};

TEST(MakeNet, Digits) { EXPECT_TRUE(makes_net(digits, 16)); }
TEST(MakeNet, Line) { EXPECT_TRUE(makes_net(line, 16)); }
TEST(MakeNet, Classes) { EXPECT_TRUE(makes_net(classes, 16)); }

TEST(TrainClassifier, Digits) { EXPECT_TRUE(classifies(digits, 64, 10, 1e-3f)); }
TEST(TrainClassifier, Classes) { EXPECT_TRUE(classifies(classes, 64, 30, 3e-3f)); }
TEST(TrainRegression, Line) { EXPECT_TRUE(regresses(line, 64, 30, 5e-3f)); }

}  // namespace
}  // namespace gridmark::lab0
