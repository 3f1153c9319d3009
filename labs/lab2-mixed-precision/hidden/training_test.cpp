// Trainings with settings that the handout does not name.
#include "labs/lab2-mixed-precision/tests/training.h"

namespace gridmark::lab2 {
namespace {

Train any_training(int steps, int epochs) {
  return training({784, any_between(20, 60), any_between(12, 30), 10}, any_digits(50 * steps), epochs);
}

TEST(Recovery, FromAnyInfinities) {
  Train op = any_training(7, 2);
  std::vector<int> infinite;
  for (int step = 0; step < 14; ++step) infinite.push_back(any_between(0, 4) == 0 ? any_between(1, 2) : 0);
  op.infinite = channel::In<int>(infinite);
  op.interval = any_between(2, 5);
  ASSERT_TRUE(channel::ask(op));
  ASSERT_TRUE(log_right(op));
  EXPECT_TRUE(losses_right(op, 0.02));
}

TEST(ClipOrder, OfAnyTraining) {
  Train op = any_training(8, 1);
  op.clip = 0.3f, op.epsilon = 1e-4f;
  ASSERT_TRUE(channel::ask(op));
  EXPECT_TRUE(losses_right(op, 0.02));
}

// Rows that do not fill a batch are left out, and full precision is an allowed type. Eight steps show
// gradients that are not cleared between steps, for any rows.
TEST(MasterWeights, OfATrainingInFullPrecision) {
  Train op = training({784, 16, 10}, any_digits(420), 1);
  op.low = Type::f32;
  ASSERT_TRUE(channel::ask(op));
  ASSERT_TRUE(log_right(op));
  EXPECT_TRUE(losses_right(op, 1e-4));
}

}  // namespace
}  // namespace gridmark::lab2
