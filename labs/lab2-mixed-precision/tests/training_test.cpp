// Complete trainings that the handout announces.
#include "labkit/channel/options.h"
#include "labs/lab2-mixed-precision/tests/training.h"

namespace gridmark::lab2 {
namespace {

const std::vector<int> digits_net{784, 64, 10};

/// In percent.
double points(double share) { return 100 * share; }

// The same net in FP32 (by the checker, in FP64) and in FP16 (by the submission), three times.
TEST(Accuracy, OfFp16) {
  channel::Measured gap{.name = "amp.accuracy_gap", .unit = "points", .flavour = Flavour::fast, .provenance = Provenance::measured};
  for (int seed = 0; seed < 3; ++seed) {
    Train op = training(digits_net, any_digits(2500), 6);
    op.scale = 65536;
    const auto seen = accuracies(op);
    if (!seen) return;
    ASSERT_TRUE(losses_begin_right(op, seen->reference_losses));
    if (seed == 0) plot_losses(op, seen->reference_losses);
    gap.value += points(seen->reference - seen->found) / 3;
    gap.detail += fmt::format("{}FP16 {:.1f} %, FP32 {:.1f} %", seed == 0 ? "" : "; ", points(seen->found),
                              points(seen->reference));
  }
  channel::record(gap);
}

// The loss has a weight of a millionth. Without scaling, its gradients are below the smallest number of FP16.
TEST(Underflow, IsRescuedByScaling) {
  Train op = training(digits_net, any_digits(1500), 4);
  op.loss_weight = 1e-6f, op.epsilon = 1e-12f, op.scale = 65536;
  const auto seen = accuracies(op);
  if (!seen) return;
  EXPECT_TRUE(holds(op, seen->found >= seen->reference - 0.02,
                    fmt::format("{:.1f} % of unseen digits are right, and {:.1f} % in FP32: small gradients are lost",
                                points(seen->found), points(seen->reference))));
  Train small = training(digits_net, any_digits(1000), 3);
  small.epsilon = op.epsilon, small.scale = op.scale;
  plot_underflow(small);
}

// 2^40 times a gradient is infinite in FP16, until the scale has backed off.
TEST(Scaler, BacksOffUntilGradientsFit) {
  Train op = training(digits_net, any_digits(600), 1);
  op.scale = std::ldexp(1.0f, 40), op.backoff = 1.0f / 32;
  ASSERT_TRUE(channel::ask(op));
  ASSERT_TRUE(log_right(op));
  Train skipping = op;
  skipping.infinite = channel::In<int>({op.skipped.values().begin(), op.skipped.values().end()});
  const ReferenceRun reference = train_reference(skipping);
  ASSERT_TRUE(backs_off_from_overflow(op, reference));
  // Judged up to the first step that is made. Later steps depend on the optimizer.
  channel::tolerates(channel::WrongReply::last_element, "the last step is as the optimizer has made it");
  channel::tolerates(channel::WrongReply::nan, "a step that is skipped may have any gradient");
  const auto skipped = op.skipped.values();
  const auto made = std::find(skipped.begin(), skipped.end(), 0) - skipped.begin();
  EXPECT_TRUE(slopes_right(op, reference, static_cast<std::size_t>(made) + 1));
}

TEST(Bf16, NeedsNoScaling) {
  Train op = training(digits_net, any_digits(1500), 4);
  op.low = Type::bf16, op.scaling = false;
  op.loss_weight = 1e-6f, op.epsilon = 1e-12f;
  const auto seen = accuracies(op);
  if (!seen) return;
  EXPECT_TRUE(holds(op, seen->found >= seen->reference - 0.02,
                    fmt::format("{:.1f} % of unseen digits are right, and {:.1f} % in FP32", points(seen->found),
                                points(seen->reference))));
}

/// Epsilon is large compared with gradients that were clipped while scaled. Then nothing is learned.
Train clipped_training() {
  Train op = training(digits_net, any_digits(600), 1);
  op.clip = 0.5f, op.epsilon = 1e-4f;
  return op;
}

TEST(ClipOrder, OfATraining) {
  Train op = clipped_training();
  ASSERT_TRUE(channel::ask(op));
  EXPECT_TRUE(losses_right(op, 0.012));
}

// The weighted gradients are shorter than the limit, so they must stay unchanged.
TEST(ClipOrder, OfAWeightedLoss) {
  Train op = clipped_training();
  op.loss_weight = 1.0f / 16;
  ASSERT_TRUE(channel::ask(op));
  EXPECT_TRUE(losses_right(op, 0.012));
}

Train injected_training(const std::vector<int>& infinite, int interval) {
  Train op = training(digits_net, any_digits(50 * static_cast<int>(infinite.size())), 1);
  op.infinite = channel::In<int>(infinite);
  op.interval = interval;
  return op;
}

TEST(Recovery, FromInfinity) {
  Train op = injected_training({0, 0, 1, 0, 0, 1, 1, 0, 0, 0}, 2000);
  ASSERT_TRUE(channel::ask(op));
  ASSERT_TRUE(log_right(op));
  EXPECT_TRUE(losses_right(op, 0.012));
}

TEST(Recovery, FromNotANumberWhileTheScaleGrows) {
  // Step 5 comes after one clean step, the others after complete intervals.
  Train op = injected_training({0, 0, 0, 2, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0}, 3);
  ASSERT_TRUE(channel::ask(op));
  ASSERT_TRUE(log_right(op));
  plot_scale(op);
  EXPECT_TRUE(losses_right(op, 0.012));
}

/// The tensors that the layers keep for the backward pass: results of ReLUs, logits and their gradient, one
/// f32 number for each row, and the loss.
double activations_in(const Train& op, double bytes) {
  const auto widths = op.widths.values();
  double numbers = widths.back();
  for (std::size_t i = 1; i < widths.size(); ++i) numbers += widths[i];
  return op.batch * (numbers * bytes + 4) + 4;
}

TEST(Memory, OfActivations) {
  Train op = wide_training(Type::f16);
  ASSERT_TRUE(channel::ask(op));
  channel::tolerates(channel::WrongReply::last_element, "the second step is as the optimizer has made it");
  ASSERT_TRUE(log_right(op));
  const ReferenceRun reference = train_reference(op);
  ASSERT_TRUE(losses_begin_right(op, reference.losses));
  ASSERT_TRUE(slopes_right(op, reference, 1));
  const TrainMemory seen = op.memory.values()[0];
  ASSERT_TRUE(holds(op, seen.after == 0,
                    fmt::format("{} bytes in addition to the network's are held when it has returned", seen.after)));
  EXPECT_TRUE(channel::above_floors(op.subject(), {{"bytes of activations", static_cast<double>(seen.activations),
                                                 0.98 * activations_in(op, 2)}}));
  channel::Measured ratio{.name = "amp.activation_ratio", .unit = "ratio", .flavour = Flavour::fast};
  ratio.value = static_cast<double>(seen.activations) / activations_in(op, 4);
  ratio.detail = fmt::format("{} bytes, and FP32 needs {:.0f}", seen.activations, activations_in(op, 4));
  channel::record(ratio);
}

}  // namespace
}  // namespace gridmark::lab2
