// The speed of the best product on a GPU, compared with cuBLAS. The emulated device has no meaningful clock,
// so there the same rubric item is modelled from counts.
#include "labkit/channel/paired_timing.h"
#include "labkit/channel/options.h"
#include "labs/lab1-gpu-basics/tests/like_cublas.h"

namespace gridmark::lab1 {
namespace {

constexpr Shape timed_shape{2048, 2048, 2048};

Matmul fresh_product() { return random_call(Kernel::regtile, timed_shape).op; }

TEST(Timed, RegtileAgainstCublas) {
  if (!channel::options().on_real_device()) GTEST_SKIP() << "timed on a GPU alone";
  EXPECT_TRUE(channel::run_paired_timing(
      {.measurement = "regtile.cublas_share", .ask = channel::calls_of<Matmul>(fresh_product, like_cublas)}));
}

}  // namespace
}  // namespace gridmark::lab1
