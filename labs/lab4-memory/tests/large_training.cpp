#include "labs/lab4-memory/tests/large_training.h"

#include <numeric>

namespace gridmark::lab4 {
namespace {

/// Rows whose label is the index of the largest of their first numbers.
struct Labelled {
  std::vector<float> x;
  std::vector<int> labels;
};

Labelled any_rows(int rows, int width, int classes) {
  Labelled made{any_values(volume(rows, width)), {}};
  for (float& value : made.x) value = std::nearbyint(value * 128) / 128;
  for (std::size_t row = 0; row < static_cast<std::size_t>(rows); ++row) {
    const float* first = made.x.data() + row * static_cast<std::size_t>(width);
    made.labels.push_back(static_cast<int>(std::max_element(first, first + classes) - first));
  }
  return made;
}

std::vector<float> any_weights(const TrainingSizes& sizes) {
  std::vector<float> weights;
  const auto add = [&](int out, int in) {
    const float most = 0.5f / std::sqrt(static_cast<float>(in));
    const std::vector<float> layer = any_values(volume(out, in + 1), -most, most);
    weights.insert(weights.end(), layer.begin(), layer.end());
  };
  for (int i = 0; i < 2 * sizes.layers; ++i) add(sizes.width, sizes.width);
  add(sizes.classes, sizes.width);
  return weights;
}

struct Slope {
  double loss = 0;
  Doubles by_answer;
};

/// The mean over rows of -log(softmax(answers)[row][label]).
Slope cross_entropy(const Doubles& answers, std::span<const int> labels) {
  Slope slope;
  const std::size_t classes = answers.size() / labels.size();
  const double share = 1 / static_cast<double>(labels.size());
  for (std::size_t row = 0; row < labels.size(); ++row) {
    const double* answer = answers.data() + row * classes;
    double all = 0;
    for (std::size_t c = 0; c < classes; ++c) all += std::exp(answer[c]);
    const auto label = static_cast<std::size_t>(labels[row]);
    slope.loss += (std::log(all) - answer[label]) * share;
    for (std::size_t c = 0; c < classes; ++c)
      slope.by_answer.push_back((std::exp(answer[c]) / all - (c == label ? 1 : 0)) * share);
  }
  return slope;
}

double length(const Doubles& values) {
  return std::sqrt(std::inner_product(values.begin(), values.end(), values.begin(), 0.0));
}

testing::AssertionResult each_right(TrainLarge& op, std::span<const float> found, const Doubles& expected,
                                    const char* what) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double value = i < found.size() ? static_cast<double>(found[i]) : NAN;
    if (std::abs(value - expected[i]) <= 1e-4 * std::abs(expected[i])) continue;
    return holds(op, false,
                 std::isnan(value) ? fmt::format("the log has no {} {}", what, i)
                                   : fmt::format("{} {} is {:.6f}, expected {:.6f}. Those before agree", what,
                                                 i, value, expected[i]));
  }
  return testing::AssertionSuccess();
}

/// Selects from the gradient of all weights: first that of each block's last bias, then that of the head's.
Doubles of_last_biases(const TrainLarge& op, const Doubles& by_weight) {
  Doubles biases;
  const auto take = [&](std::size_t end, int count) {
    const auto last = by_weight.begin() + static_cast<std::ptrdiff_t>(end);
    biases.insert(biases.end(), last - count, last);
  };
  const std::size_t block = volume(op.width + 1, op.hidden) + volume(op.hidden + 1, op.width);
  for (std::size_t i = 1; i <= static_cast<std::size_t>(op.layers); ++i) take(i * block, op.width);
  take(by_weight.size(), op.classes);
  return biases;
}

double dot(const Doubles& a, const Doubles& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

}  // namespace

TrainLarge training(const TrainingSizes& sizes) {
  TrainLarge op;
  op.layers = sizes.layers, op.width = op.hidden = sizes.width, op.classes = sizes.classes;
  op.steps = sizes.steps, op.batch = sizes.batch, op.micro_batch = sizes.micro_batch;
  op.every_n = sizes.every_n, op.validate_every = sizes.validate_every;
  op.rate = 0.02f, op.momentum = 0.9f;
  const std::vector<float> weights = any_weights(sizes);
  const Labelled rows = any_rows(sizes.steps * sizes.batch + sizes.idle_rows, sizes.width, sizes.classes);
  const Labelled validation = any_rows(sizes.validation_rows, sizes.width, sizes.classes);
  op.weights = channel::In<float>(weights);
  op.x = channel::In<float>(rows.x), op.labels = channel::In<int>(rows.labels);
  op.validation_x = channel::In<float>(validation.x), op.validation_labels = channel::In<int>(validation.labels);
  const auto steps = static_cast<std::size_t>(sizes.steps);
  op.losses = channel::Out<float>(steps), op.norms = channel::Out<float>(steps);
  op.validation = channel::Out<float>(steps / static_cast<std::size_t>(sizes.validate_every));
  op.trained = channel::Out<float>(weights.size());
  op.slopes = channel::Out<float>(volume(sizes.layers, sizes.width) + volume(sizes.classes));
  op.seen = channel::Out<SeenStep>(steps);
  return op;
}

TrainLeaking leaking(const TrainLarge& op) {
  TrainLeaking leak;
  leak.layers = op.layers, leak.width = op.width, leak.hidden = op.hidden, leak.classes = op.classes;
  leak.steps = op.steps, leak.batch = op.batch;
  leak.weights = op.weights, leak.x = op.x, leak.labels = op.labels;
  leak.live = channel::Out<double>(op.losses.size());
  return leak;
}

ReferenceTraining train_reference(const TrainLarge& op) {
  ReferenceNet net(op.weights.values(), op.layers, op.width, op.hidden, op.classes);
  ReferenceTraining run;
  Doubles velocity(op.weights.size());
  const auto batch = static_cast<std::size_t>(op.batch), width = static_cast<std::size_t>(op.width);
  for (std::size_t step = 0; step < op.losses.size(); ++step) {
    const auto rows = op.x.values().subspan(step * batch * width, batch * width);
    Slope slope = cross_entropy(net.forward(rows), op.labels.values().subspan(step * batch, batch));
    run.losses.push_back(slope.loss);
    Doubles change = net.slopes(std::move(slope.by_answer)).by_weight;
    run.norms.push_back(length(change));
    if (step == 0) run.slopes = change;
    for (std::size_t i = 0; i < change.size(); ++i) {
      velocity[i] = static_cast<double>(op.momentum) * velocity[i] + change[i];
      change[i] = -static_cast<double>(op.rate) * velocity[i];
    }
    net.add(change);
    if ((step + 1) % static_cast<std::size_t>(op.validate_every) == 0)
      run.validation.push_back(
          cross_entropy(net.forward(op.validation_x.values()), op.validation_labels.values()).loss);
  }
  run.weights = net.weights();
  return run;
}

testing::AssertionResult log_right(TrainLarge& op, const ReferenceTraining& expected) {
  if (auto right = each_right(op, op.losses.values(), expected.losses, "the loss of step"); !right)
    return right;
  if (auto right = each_right(op, op.norms.values(), expected.norms, "the gradient's length in step"); !right)
    return right;
  return expected.validation.empty()
             ? testing::AssertionSuccess()
             : each_right(op, op.validation.values(), expected.validation, "validation loss");
}

testing::AssertionResult weights_right(TrainLarge& op, const ReferenceTraining& expected) {
  const auto width = static_cast<std::size_t>(op.width);
  if (auto right = channel::judge(
          op, oracle::compare_relative_rmse(op.trained.values(), expected.weights, 1e-4, {"weights", width}));
      !right)
    return right;
  std::vector<float> changed;
  Doubles right_change;
  for (std::size_t i = 0; i < expected.weights.size(); ++i) {
    changed.push_back(op.trained.values()[i] - op.weights.values()[i]);
    right_change.push_back(expected.weights[i] - static_cast<double>(op.weights.values()[i]));
  }
  return channel::judge(
      op, oracle::compare_relative_rmse(changed, right_change, 1e-2, {"the change of the weights", width}));
}

testing::AssertionResult gradients_come_back(TrainLarge& op, const ReferenceTraining& expected) {
  channel::tolerates(channel::WrongReply::half, "gradients in half precision have the same direction");
  channel::tolerates(channel::WrongReply::last_element, "one bias of many turns no gradient far");
  const Doubles right = of_last_biases(op, expected.slopes);
  const Doubles found(op.slopes.values().begin(), op.slopes.values().end());
  const double lengths = std::sqrt(dot(found, found) * dot(right, right));
  const double alike = lengths > 0 ? dot(found, right) / lengths : 0;
  if (auto same =
          holds(op, alike >= 0.99,
                fmt::format("the gradients that come back to the model's blocks and head are not this "
                            "training's (cosine {:.2f}): all rows have to go through the modules",
                            alike));
      !same)
    return same;
  const double rows = static_cast<double>(volume(op.layers + 1, op.steps, op.batch));
  return channel::above_floors(op.subject(), {{"rows that come back to the blocks and the head",
                                            static_cast<double>(op.memory.values()[0].rows_back), rows}});
}

double model_bytes(const TrainLarge& op) { return static_cast<double>(op.weights.size() * sizeof(float)); }

double row_bytes(const TrainLarge& op, int rows) {
  return static_cast<double>(volume(rows, op.width) * sizeof(float));
}

}  // namespace gridmark::lab4
