#pragma once
#include "labs/lab0-warm-up/tests/reference_net.h"

namespace gridmark::lab0 {

inline std::vector<int> any_labels(int rows, int classes) {
  std::vector<int> labels;
  for (int row = 0; row < rows; ++row) labels.push_back(any_between(0, classes - 1));
  return labels;
}

inline std::uint64_t any_seed() { return static_cast<std::uint64_t>(any_between(1, 1'000'000)); }

/// Judges the parameters and the answers of a new net.
inline testing::AssertionResult makes_net(NetShape shape, int rows) {
  MakeNet op;
  op.net = shape;
  op.seed = any_seed();
  op.x = channel::In<float>(any_values(area(rows, shape.in)));
  op.answers = channel::Out<float>(area(rows, shape.out));
  op.weights = channel::Out<float>(weights_in(shape));
  if (auto asked = channel::ask(op); !asked) return asked;
  const auto weights = op.weights.values();
  if (auto all =
          holds(op, std::none_of(weights.begin(), weights.end(), [](float w) { return std::isnan(w); }),
                fmt::format("the net has another number of parameters than the {} of a net {}",
                            weights.size(), text_of(shape)));
      !all)
    return all;
  if (auto there = holds(op, op.on_host.values()[0] == 1, "the net does not lie on the host"); !there) return there;
  const Doubles answers = ReferenceNet(shape, weights).answers(op.x.values());
  return channel::judge(op, oracle::compare_relative_rmse(op.answers.values(), answers, tolerance,
                                                       {"the answers", static_cast<std::size_t>(shape.out)}));
}

/// The allowed difference of a loss between FP32 and FP64. Half precision exceeds it at once. FP32 stays far
/// below it in a clear training.
inline double loss_tolerance(std::size_t step) { return step < 10 ? 1e-4 : 1e-3; }

/// The losses match the training of the contract step by step, and they fall.
inline testing::AssertionResult losses_right(Train& op, const Doubles& expected) {
  if (auto asked = channel::ask(op); !asked) return asked;
  for (std::size_t step = 0; step < expected.size(); ++step) {
    const double found = static_cast<double>(op.losses.values()[step]);
    if (std::abs(found - expected[step]) <= loss_tolerance(step) * expected[step]) continue;
    return holds(op, false,
                 std::isnan(found)
                     ? fmt::format("there is no loss of step {}", step)
                     : fmt::format("the loss before step {} is {:.6g}, expected {:.6g}. The first {} agree",
                                   step, found, expected[step], step));
  }
  return holds(op, expected.back() < 0.8 * expected.front(),
               fmt::format("the loss goes from {:.4f} to {:.4f}: nothing was learned", expected.front(),
                           expected.back()));
}

/// Initial weights as Linear draws them: uniform in [-1/sqrt(in), 1/sqrt(in)).
inline std::vector<float> any_weights(const NetShape& net) {
  std::vector<float> weights;
  for (const auto& [in, out] : {std::pair(net.in, net.hidden), std::pair(net.hidden, net.out)}) {
    const float most = 1 / std::sqrt(static_cast<float>(in));
    const auto layer = any_values(area(in + 1, out), -most, most);
    weights.insert(weights.end(), layer.begin(), layer.end());
  }
  return weights;
}

inline Train training(NetShape shape, bool classifies, int rows, int steps, float rate) {
  Train op;
  op.net = shape;
  op.classifies = classifies;
  op.steps = steps;
  op.rate = rate;
  op.weights = channel::In<float>(any_weights(shape));
  op.x = channel::In<float>(any_values(area(rows, shape.in)));
  op.target = channel::In<float>(any_values(area(rows, shape.out)));
  op.labels = channel::In<int>(any_labels(rows, shape.out));
  op.losses = channel::Out<float>(static_cast<std::size_t>(steps));
  return op;
}

/// A training for which FP32 and FP64 agree, and its losses. If a hidden value is close to 0, FP32 may give
/// it the other sign. Then its ReLU has another slope, and Adam makes a full-size step because of it.
inline std::pair<Train, Doubles> clear_training(NetShape shape, bool classifies, int rows, int steps,
                                                float rate) {
  constexpr double clear = 1e-6;  // a few roundings of a sum
  constexpr int draws = 30;       // most draws are clear
  Train op;
  TrueTraining expected;
  for (int draw = 0; draw < draws && expected.least_hidden < clear; ++draw) {
    op = training(shape, classifies, rows, steps, rate);
    expected = true_training(op);
  }
  return {op, expected.losses};
}

inline testing::AssertionResult classifies(NetShape shape, int rows, int steps, float rate) {
  auto [op, expected] = clear_training(shape, true, rows, steps, rate);
  if (auto right = losses_right(op, expected); !right) return right;
  // An untrained net gives all classes nearly the same probability. Its random weights add a little.
  const double first = static_cast<double>(op.losses.values()[0]), even = std::log(shape.out);
  return holds(op, std::abs(first - even) <= 0.25,
               fmt::format("the first loss on random data is {:.4f}, expected about ln {} = {:.4f}", first,
                           shape.out, even));
}

inline testing::AssertionResult regresses(NetShape shape, int rows, int steps, float rate) {
  auto [op, expected] = clear_training(shape, false, rows, steps, rate);
  return losses_right(op, expected);
}

}  // namespace gridmark::lab0
