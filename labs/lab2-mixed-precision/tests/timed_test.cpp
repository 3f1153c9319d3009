// The speed of half precision on a GPU. The emulated device has no meaningful clock, so there the same rubric
// item counts bytes.
#include "labkit/channel/paired_timing.h"
#include "labkit/channel/options.h"
#include "labs/lab2-mixed-precision/tests/training.h"

namespace gridmark::lab2 {
namespace {

/// Four steps of a net of 1024 columns, with new numbers each time. The parameters are not read between
/// steps, because that would be timed, too.
Train fresh_training() {
  constexpr int width = 1024, rows = 2048;
  Digits noise;
  noise.x = any_values(area(rows, width));
  for (int row = 0; row < rows; ++row) noise.labels.push_back(any_between(0, 9));
  Train op = training({width, width, width, width, 10}, noise, 2);
  op.batch = rows / 2;
  make_room(op);
  op.unchanged = channel::Out<int>(0);
  op.slopes = channel::Out<float>(0);
  return op;
}

/// The reference trains the same net in FP32, so the losses agree within half precision.
oracle::Comparison like_full_precision(const Train& student, const Train& reference) {
  const auto losses = reference.losses.values();
  return oracle::compare_relative_rmse(student.losses.values(), std::vector<double>(losses.begin(), losses.end()),
                                       2e-2, {"losses", student.losses.size()});
}

TEST(Timed, HalfAgainstFullPrecision) {
  if (!channel::options().on_real_device()) GTEST_SKIP() << "timed on a GPU alone";
  EXPECT_TRUE(channel::run_paired_timing(
      {.measurement = "amp.speed", .ask = channel::calls_of<Train>(fresh_training, like_full_precision)}));
}

}  // namespace
}  // namespace gridmark::lab2
