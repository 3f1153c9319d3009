// How fast is the best product on a GPU? cuBLAS is what it is compared with. The emulated device has no clock that
// would say: there the same line of the rubric is modelled from counts.
#include "labkit/exam/duel.h"
#include "labkit/exam/options.h"
#include "labs/lab1-gpu-basics/tests/ask.h"

namespace gridmark::lab1 {
namespace {

constexpr Shape timed_shape{2048, 2048, 2048};

Matmul fresh_product() { return random_question(Kernel::regtile, timed_shape).op; }

/// The reference is no student's work, so its answer is as good as an oracle's, and costs the host nothing. Two FP32
/// sums in different orders differ by less than this; TF32's inputs alone would give 3e-4.
oracle::Comparison like_cublas(const Matmul& student, const Matmul& reference) {
  const auto answer = reference.c.values();
  const std::vector<double> expected(answer.begin(), answer.end());
  return oracle::compare_relative_rmse(student.c.values(), expected, 2 * tolerance,
                                       {"c", static_cast<std::size_t>(timed_shape.n)});
}

TEST(Timed, RegtileAgainstCublas) {
  if (!exam::options().on_real_device()) GTEST_SKIP() << "timed on a GPU alone";
  EXPECT_TRUE(exam::run_duel(
      {.measurement = "regtile.cublas_share", .ask = exam::questions_of<Matmul>(fresh_product, like_cublas)}));
}

}  // namespace
}  // namespace gridmark::lab1
