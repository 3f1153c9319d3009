// The speed of flash_attention.cu on a GPU.
#include "labkit/channel/paired_timing.h"
#include "labs/lab4-memory/tests/attention.h"

namespace gridmark::lab4 {
namespace {

constexpr AttentionShape timed_shape{.batch = 2, .heads = 8, .queries = 2048, .keys = 2048, .d = 64};

Flash fresh_attention() {
  const AttentionInputs inputs(timed_shape);
  Flash op;
  op.shape = timed_shape;
  op.q = channel::In<float>(inputs.q);
  op.k = channel::In<float>(inputs.k);
  op.v = channel::In<float>(inputs.v);
  op.o = channel::Out<float>(inputs.q.size());
  op.lse = channel::Out<float>(inputs.q.size() / static_cast<std::size_t>(timed_shape.d));
  return op;
}

/// Every element must match the unfused attention within FP32's rounding.
oracle::Comparison like_unfused(const Flash& student, const Flash& reference) {
  const auto right = reference.o.values();
  return oracle::compare_relative_rmse(student.o.values(), std::vector<double>(right.begin(), right.end()),
                                       1e-5, {"o", static_cast<std::size_t>(timed_shape.d)});
}

TEST(Timed, FlashAgainstUnfused) {
  if (!channel::options().on_real_device()) GTEST_SKIP() << "timed on a GPU alone";
  EXPECT_TRUE(channel::run_paired_timing(
      {.measurement = "flash.speed", .ask = channel::calls_of<Flash>(fresh_attention, like_unfused)}));
}

}  // namespace
}  // namespace gridmark::lab4
