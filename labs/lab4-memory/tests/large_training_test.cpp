// Tests of oom_fixes.cu that the handout announces: each pair of defects alone, then all of them with 64 MiB.
#include "labs/lab4-memory/tests/large_checks.h"

namespace gridmark::lab4 {
namespace {

TEST(OomBatch, FourUnevenMicroBatches) { EXPECT_TRUE(micro_batches_right(training({}))); }
TEST(OomBatch, OneMicroBatch) {
  EXPECT_TRUE(micro_batches_right(training({.batch = 24, .micro_batch = 24})));
}

TEST(OomActivations, TwentyFourBlocks) {
  EXPECT_TRUE(activations_right(training({.layers = 24,
                                          .width = 32,
                                          .batch = 128,
                                          .micro_batch = 128,
                                          .idle_rows = 30'000,
                                          .validation_rows = 2})));
}

TEST(OomGraphs, SixSteps) {
  TrainLarge op = training({.steps = 6, .batch = 40, .micro_batch = 40, .validate_every = 2});
  EXPECT_TRUE(graphs_right(op));
}

/// Bytes that each step adds, from the second step on.
double growth(const std::vector<double>& live) {
  return (live.back() - live[1]) / static_cast<double>(live.size() - 2);
}

void plot_live_bytes(const std::vector<double>& before, const std::vector<double>& after) {
  std::vector<double> steps;
  for (std::size_t step = 0; step < before.size(); ++step) steps.push_back(static_cast<double>(step));
  channel::record(channel::Plot{
      .name = "training.live_bytes",
      .title = "Live bytes after each step: with a leak, and fixed",
      .x = {.label = "step"},
      .y = {.label = "live bytes", .unit = "bytes"},
      .series = {{.name = "every loss kept", .provenance = Provenance::counted, .at = steps, .values = before},
                 {.name = "yours", .provenance = Provenance::counted, .at = steps, .values = after}}});
}

// The same training twice: the lab's original with its leak, and the submission's.
TEST(OomGraphs, LiveBytesOverTwentySteps) {
  TrainLarge op = training({.steps = 20, .batch = 48, .micro_batch = 48, .validate_every = 10});
  TrainLeaking leak = leaking(op);
  ASSERT_TRUE(channel::ask(leak));
  const std::vector<double> before(leak.live.values().begin(), leak.live.values().end());
  for (std::size_t step = 1; step < before.size(); ++step) ASSERT_TRUE(before[step] > before[step - 1]);
  ASSERT_TRUE(graphs_right(op));
  std::vector<double> after;
  for (const SeenStep& step : op.seen.values()) after.push_back(static_cast<double>(step.tensors));
  plot_live_bytes(before, after);
  channel::record(
      {.name = "training.live_bytes_growth",
       .value = growth(after),
       .unit = "bytes",
       .flavour = Flavour::fast,
       .detail = fmt::format("live bytes grow by {:.0f} in each step. With every loss kept it is {:.0f}",
                             growth(after), growth(before))});
}

TEST(OomBuffers, SixSteps) {
  EXPECT_TRUE(buffers_right(training({.steps = 6, .batch = 40, .micro_batch = 40})));
}

/// Twenty steps that the starter cannot complete: 16 MiB of data in f32, of which it uses a part.
TrainLarge twenty_steps() {
  TrainLarge op = training({.layers = 24,
                            .width = 32,
                            .classes = 10,
                            .steps = 20,
                            .batch = 512,
                            .micro_batch = 192,
                            .idle_rows = 120'832,
                            .validation_rows = 8192});
  op.device_bytes = 64u << 20;
  return op;
}

TEST(OomCompletes, TwentyStepsOn64MiB) {
  if (is_profiled()) GTEST_SKIP() << "too long for a profile. The smaller trainings are in it";
  TrainLarge op = twenty_steps();
  ASSERT_TRUE(channel::ask(op));
  ASSERT_TRUE(fits(op));
  const ReferenceTraining expected = train_reference(op);
  ASSERT_TRUE(log_right(op, expected));
  ASSERT_TRUE(weights_right(op, expected));
  EXPECT_TRUE(gradients_come_back(op, expected));
}

}  // namespace
}  // namespace gridmark::lab4
