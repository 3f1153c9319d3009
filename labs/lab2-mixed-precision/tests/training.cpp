#include "labs/lab2-mixed-precision/tests/training.h"

#include "labkit/data/glyph28.h"

namespace gridmark::lab2 {

Digits any_digits(int rows) {
  const auto seed = static_cast<std::uint64_t>(any_between(1, 1'000'000'000));
  const data::Glyphs glyphs = data::glyph28(seed, 0, static_cast<std::size_t>(rows));
  Digits digits;
  for (const std::uint8_t pixel : glyphs.pixels) digits.x.push_back(static_cast<float>(pixel) / 255.0f);
  digits.labels.assign(glyphs.labels.begin(), glyphs.labels.end());
  return digits;
}

std::vector<float> any_weights(const std::vector<int>& widths) {
  std::vector<float> weights;
  for (std::size_t i = 0; i + 1 < widths.size(); ++i) {
    const float most = 1 / std::sqrt(static_cast<float>(widths[i]));
    const std::vector<float> layer = any_values(area(widths[i] + 1, widths[i + 1]), -most, most);
    weights.insert(weights.end(), layer.begin(), layer.end());
  }
  return weights;
}

void make_room(Train& op) {
  const std::size_t steps = op.labels.size() / static_cast<std::size_t>(op.batch) * static_cast<std::size_t>(op.epochs);
  op.infinite = channel::In<int>(std::vector<int>(steps, 0));
  op.losses = channel::Out<float>(steps);
  op.scales = channel::Out<float>(steps);
  op.skipped = channel::Out<int>(steps);
  op.unchanged = channel::Out<int>(steps);
  op.slopes = channel::Out<float>(steps);
  op.trained = channel::Out<float>(op.weights.size());
}

Train training(const std::vector<int>& widths, const Digits& digits, int epochs) {
  Train op;
  op.widths = channel::In<int>(widths);
  op.weights = channel::In<float>(any_weights(widths));
  op.x = channel::In<float>(digits.x);
  op.labels = channel::In<int>(digits.labels);
  op.batch = 50;
  op.epochs = epochs;
  op.rate = 2e-3f;
  op.scale = 1024;
  make_room(op);
  return op;
}

namespace {

/// Random rows and labels, for tests that only count memory and bytes. They and the weights are the same in
/// every run, because the inputs decide which values a ReLU's gradient loads, and a claim is about these
/// bytes.
Train training_on_noise(const std::vector<int>& widths, int rows, int batch, Type low) {
  inputs::Inputs fixed(20);
  Digits noise;
  noise.x = fixed.uniform(area(rows, widths.front()), -1, 1);
  for (int row = 0; row < rows; ++row) noise.labels.push_back(row % widths.back());
  Train op = training(widths, noise, 1);
  op.weights = channel::In<float>(fixed.uniform(op.weights.size(), -0.1f, 0.1f));
  op.low = low;
  op.batch = batch;
  make_room(op);
  return op;
}

}  // namespace

Train wide_training(Type low) { return training_on_noise({256, 512, 512, 512, 10}, 256, 128, low); }

Train many_rows_training(Type low) { return training_on_noise({64, 128, 128, 128, 10}, 2048, 2048, low); }

namespace {

testing::AssertionResult policy_was_set(Train& op) {
  if (auto set = holds(op, op.policy.values()[0] == 1,
                       "a forward pass ran without autocast_type() as the kit's policy. Set it with a CastScope");
      !set)
    return set;
  return holds(op, op.policy.values()[1] == 1, "a cast policy is still set when it has returned");
}

/// The correct scale of each step.
class ReferenceScale {
 public:
  explicit ReferenceScale(const Train& op) : op_(op), scale_(op.scaling ? op.scale : 1) {}
  float now() const { return scale_; }
  void update(bool infinite) {
    if (!op_.scaling) return;
    if (infinite)
      scale_ *= op_.backoff, clean_ = 0;
    else if (++clean_ == op_.interval)
      scale_ *= op_.growth, clean_ = 0;
  }

 private:
  const Train& op_;
  float scale_;
  int clean_ = 0;
};

}  // namespace

testing::AssertionResult log_right(Train& op) {
  if (auto set = policy_was_set(op); !set) return set;
  ReferenceScale scale(op);
  for (std::size_t step = 0; step < op.skipped.size(); ++step) {
    const bool injected = op.infinite.values()[step] != 0, skipped = op.skipped.values()[step] == 1;
    if (!skipped && op.skipped.values()[step] != 0)
      return holds(op, false, fmt::format("the log has neither 0 nor 1 for step {}", step));
    if (op.scales.values()[step] != scale.now())
      return holds(op, false, fmt::format("the log has the scale {} in step {}, expected {}",
                                          op.scales.values()[step], step, scale.now()));
    if (injected && !skipped)
      return holds(op, false, fmt::format("step {} had an infinite gradient and was not skipped", step));
    if (op.unchanged.values()[step] != (skipped ? 1 : 0))
      return holds(op, false,
                   skipped ? fmt::format("step {} is logged as skipped, and parameters changed in it", step)
                           : fmt::format("step {} is logged as made, and no parameter changed in it", step));
    scale.update(skipped);
  }
  return testing::AssertionSuccess();
}

testing::AssertionResult slopes_right(Train& op, const ReferenceRun& reference, std::size_t compared) {
  channel::tolerates(channel::WrongReply::half, "gradients of a training in half precision agree to some tenths");
  for (std::size_t step = 0; step < op.slopes.size(); ++step) {
    const double scale = static_cast<double>(op.scales.values()[step]), weight = static_cast<double>(op.loss_weight);
    const double found = static_cast<double>(op.slopes.values()[step]);
    const double right = scale * reference.slopes[step], off = 0.2 * right + 0.01 * weight * scale;
    const bool fine = std::isfinite(found)
                          ? found >= 0 && (step >= compared || std::abs(found - right) <= off)
                          : op.skipped.values()[step] == 1 && op.infinite.values()[step] == 0;
    if (fine) continue;
    return holds(op, false,
                 fmt::format("the last bias's gradient has the length {:.3g} after backward() of step {}, expected "
                             "{:.3g}: that of the loss, times its weight and the scale {}",
                             found, step, right, scale));
  }
  return testing::AssertionSuccess();
}

testing::AssertionResult backs_off_from_overflow(Train& op, const ReferenceRun& reference) {
  constexpr double most_of_f16 = 65'504;
  const double classes = op.widths.values().back();
  for (std::size_t step = 0; step < op.skipped.size(); ++step) {
    // The largest of n numbers is at least their length divided by sqrt(n).
    const double one = static_cast<double>(op.scales.values()[step]) * reference.slopes[step] / std::sqrt(classes);
    if (one > 1.2 * most_of_f16 && op.skipped.values()[step] != 1)
      return holds(op, false, fmt::format("step {} was made with the scale {}, and gradients of {:.3g} do not fit into "
                                          "f16",
                                          step, op.scales.values()[step], one));
  }
  return holds(op, op.skipped.values()[0] == 1 && op.skipped.values().back() == 0,
               "the first step must be skipped and the last one made: the scale begins too large, and backs off");
}

testing::AssertionResult losses_right(Train& op, double tolerance) { return losses_right(op, tolerance, train_reference(op)); }

testing::AssertionResult losses_right(Train& op, double tolerance, const ReferenceRun& reference) {
  channel::tolerates(channel::WrongReply::half, "losses of a training in half precision agree to some hundredths");
  for (std::size_t step = 0; step < reference.losses.size(); ++step) {
    const double found = static_cast<double>(op.losses.values()[step]), expected = reference.losses[step];
    if (std::abs(found - expected) <= tolerance * expected) continue;
    return holds(op, false,
                 std::isnan(found)
                     ? fmt::format("the log has no loss of step {}", step)
                     : fmt::format("the loss before step {} is {:.4f}, expected {:.4f}. The first {} agree", step,
                                   found, expected, step));
  }
  return slopes_right(op, reference, op.slopes.size());
}

namespace {

/// The cosine between the submission's and FP64's change of the weights: 1 for the same direction, 0 if
/// nothing was trained.
double common_way(Train& op, const Doubles& right) {
  const Doubles before = ReferenceNet(op.widths.values(), op.weights.values()).weights();
  const Doubles after = ReferenceNet(op.widths.values(), op.trained.values()).weights();
  double product = 0, found_square = 0, right_square = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const double found_change = after[i] - before[i], right_change = right[i] - before[i];
    product += found_change * right_change;
    found_square += found_change * found_change;
    right_square += right_change * right_change;
  }
  return found_square > 0 ? product / std::sqrt(found_square * right_square) : 0;
}

/// The loss of the first batch falls at least half as far as in FP64, and the weights move in FP64's
/// direction. The direction is needed because with random labels, zeros have a low loss, too.
testing::AssertionResult learned(Train& op, const ReferenceRun& reference) {
  channel::tolerates(channel::WrongReply::half, "weights in half precision have the same loss");
  channel::tolerates(channel::WrongReply::last_element, "one weight of many decides about no loss");
  const double before = reference.losses.front();
  const double right = before - loss_of(op, reference.weights), found = before - loss_of(op, op.trained.values());
  if (auto falls = holds(op, found >= 0.5 * right,
                         fmt::format("the loss of the first {} rows falls by {:.4f} in {} {}, expected {:.4f}",
                                     op.batch, found, op.losses.size(), op.losses.size() == 1 ? "step" : "steps",
                                     right));
      !falls)
    return falls;
  const double common = common_way(op, reference.weights);
  return holds(op, common >= 0.5,
               fmt::format("the weights go another way than in FP64: the cosine between both changes is {:.2f}, "
                           "expected 0.5 or more",
                           common));
}

}  // namespace

testing::AssertionResult trains_right(Train& op, double tolerance) {
  if (auto right = log_right(op); !right) return right;
  const ReferenceRun reference = train_reference(op);
  if (auto right = losses_right(op, tolerance, reference); !right) return right;
  return learned(op, reference);
}

testing::AssertionResult losses_begin_right(Train& op, const std::vector<double>& reference) {
  channel::tolerates(channel::WrongReply::half, "losses of a training in half precision agree to some hundredths");
  const auto losses = op.losses.values();
  for (std::size_t step = 0; step < losses.size(); ++step)
    if (!std::isfinite(losses[step]))
      return holds(op, false, fmt::format("the log's loss of step {} is {}", step, losses[step]));
  const double found = static_cast<double>(losses[0]);
  return holds(op, std::abs(found - reference[0]) <= 0.02 * reference[0],
               fmt::format("the loss before step 0 is {:.4f}, expected {:.4f}", found, reference[0]));
}

std::optional<Accuracies> accuracies(Train& op) {
  channel::tolerates(channel::WrongReply::last_element, "one bias of 50,000 numbers decides about no digit");
  channel::tolerates(channel::WrongReply::stale, "a net that learned other digits reads these as well");
  const Digits unseen = any_digits(2000);
  const testing::AssertionResult asked = channel::ask(op);
  EXPECT_TRUE(asked);
  if (!asked) return std::nullopt;
  const testing::AssertionResult right = log_right(op);
  EXPECT_TRUE(right);
  if (!right) return std::nullopt;
  const ReferenceRun reference = train_reference(op);
  const testing::AssertionResult scaled = slopes_right(op, reference, 1);
  EXPECT_TRUE(scaled);
  if (!scaled) return std::nullopt;
  return Accuracies{accuracy(op.widths.values(), reference.weights, unseen.x, unseen.labels),
                    accuracy(op.widths.values(), op.trained.values(), unseen.x, unseen.labels), reference.losses};
}

namespace {

channel::PlotSeries over_steps(std::string name, const auto& values) {
  channel::PlotSeries series{.name = std::move(name), .provenance = Provenance::measured};
  for (const auto value : values) {
    series.at.push_back(static_cast<double>(series.at.size()));
    series.values.push_back(static_cast<double>(value));
  }
  return series;
}

/// In percent of `unseen`. Empty if the training failed.
std::optional<double> percent_right(Train op, const Digits& unseen) {
  if (!channel::ask(op)) return std::nullopt;
  return 100 * accuracy(op.widths.values(), op.trained.values(), unseen.x, unseen.labels);
}

}  // namespace

void plot_losses(const Train& op, const std::vector<double>& reference) {
  channel::record(channel::Plot{.name = "amp.losses",
                          .title = "Loss before each step of a training in FP16, and of the same in FP64",
                          .x = {.label = "step"},
                          .y = {.label = "loss"},
                          .series = {over_steps("FP64, the checker's", reference),
                                     over_steps("FP16, yours", op.losses.values())}});
}

void plot_scale(const Train& op) {
  channel::Plot plot{.name = "amp.scale",
                  .title = fmt::format("The scale, which doubles after {} clean steps", op.interval),
                  .x = {.label = "step"},
                  .y = {.label = "scale", .logarithmic = true},
                  .series = {over_steps("scale", op.scales.values())}};
  for (std::size_t step = 0; step < op.infinite.size(); ++step)
    if (op.infinite.values()[step] != 0) plot.marks.push_back({static_cast<double>(step), "NaN"});
  channel::record(plot);
}

void plot_underflow(const Train& op) {
  const Digits unseen = any_digits(1000);
  channel::Plot plot{.name = "amp.underflow",
                  .title = "Unseen digits that FP16 gets right, over the weight of the loss",
                  .x = {.label = "weight of the loss", .logarithmic = true},
                  .y = {.label = "right", .unit = "percent"}};
  for (const bool scaling : {true, false}) {
    channel::PlotSeries series{.name = scaling ? "with scaling" : "without", .provenance = Provenance::measured};
    for (const float weight : {1e-6f, 1e-4f, 1.0f}) {
      Train one = op;
      one.scaling = scaling, one.loss_weight = weight;
      const auto right = percent_right(one, unseen);
      if (!right) return;
      series.at.push_back(static_cast<double>(weight));
      series.values.push_back(*right);
    }
    plot.series.push_back(series);
  }
  channel::record(plot);
}

}  // namespace gridmark::lab2
