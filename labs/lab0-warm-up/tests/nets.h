#pragma once
#include "labs/lab0-warm-up/tests/transfer.h"

namespace gridmark::lab0 {

inline std::vector<int> any_labels(int rows, int classes) {
  std::vector<int> labels;
  for (int row = 0; row < rows; ++row) labels.push_back(any_between(0, classes - 1));
  return labels;
}

inline std::uint64_t any_seed() { return static_cast<std::uint64_t>(any_between(1, 1'000'000)); }

/// x [rows,in] -> x * transpose(weight) + bias [rows,out] in FP64; parameters lie at `at`, and it moves on.
inline std::vector<double> linear(const std::vector<double>& x, int in, int out, const float*& at) {
  const std::size_t rows = x.size() / static_cast<std::size_t>(in);
  const float *weight = at, *bias = at + area(out, in);
  at = bias + out;
  std::vector<double> y;
  for (std::size_t row = 0; row < rows; ++row)
    for (int o = 0; o < out; ++o) {
      double sum = static_cast<double>(bias[o]);
      for (int i = 0; i < in; ++i)
        sum += x[row * static_cast<std::size_t>(in) + static_cast<std::size_t>(i)] *
               static_cast<double>(weight[area(o, in) + static_cast<std::size_t>(i)]);
      y.push_back(sum);
    }
  return y;
}

/// The parameters and the answers of a net as it was made.
inline testing::AssertionResult makes_net(NetShape shape, int rows) {
  MakeNet op;
  op.net = shape;
  op.seed = any_seed();
  op.x = exam::In<float>(any_values(area(rows, shape.in)));
  op.answers = exam::Out<float>(area(rows, shape.out));
  op.weights = exam::Out<float>(area(shape.in + 1, shape.hidden) + area(shape.hidden + 1, shape.out));
  if (auto asked = exam::ask(op); !asked) return asked;
  const auto weights = op.weights.values();
  if (auto all =
          holds(op, std::none_of(weights.begin(), weights.end(), [](float w) { return std::isnan(w); }),
                fmt::format("the net has another number of parameters than the {} of a net {}",
                            weights.size(), text_of(shape)));
      !all)
    return all;
  const float* at = weights.data();
  const auto x = op.x.values();
  auto hidden = linear({x.begin(), x.end()}, shape.in, shape.hidden, at);
  for (double& value : hidden) value = std::max(value, 0.0);
  const auto answers = linear(hidden, shape.hidden, shape.out, at);
  return exam::judge(op, oracle::compare_relative_rmse(op.answers.values(), answers, tolerance,
                                                       {"the answers", static_cast<std::size_t>(shape.out)}));
}

/// The twin does the same arithmetic in the same order; another order of the sums is a matter of 1e-6.
inline constexpr float step_tolerance = 2e-5f;

/// The losses are those of the training that the contract asks for, step by step, and they fall.
inline testing::AssertionResult losses_right(Train& op) {
  if (auto asked = exam::ask(op); !asked) return asked;
  const auto found = op.losses.values(), expected = op.expected.values();
  for (std::size_t step = 0; step < expected.size(); ++step) {
    if (std::abs(found[step] - expected[step]) <= step_tolerance * std::abs(expected[step])) continue;
    return holds(op, false,
                 std::isnan(found[step])
                     ? fmt::format("there is no loss of step {}", step)
                     : fmt::format("the loss before step {} is {:.4f}, expected {:.4f}; the first {} agree",
                                   step, found[step], expected[step], step));
  }
  return holds(op, expected.back() < 0.8f * expected.front(),
               fmt::format("the loss goes from {:.4f} to {:.4f}: nothing was learned", expected.front(),
                           expected.back()));
}

inline Train training(NetShape shape, bool classifies, int rows, int steps, float rate) {
  Train op;
  op.net = shape;
  op.classifies = classifies;
  op.steps = steps;
  op.rate = rate;
  op.seed = any_seed();
  op.x = exam::In<float>(any_values(area(rows, shape.in)));
  op.target = exam::In<float>(any_values(area(rows, shape.out)));
  op.labels = exam::In<int>(any_labels(rows, shape.out));
  op.losses = exam::Out<float>(static_cast<std::size_t>(steps));
  op.expected = exam::Out<float>(static_cast<std::size_t>(steps));
  return op;
}

inline testing::AssertionResult classifies(NetShape shape, int rows, int steps, float rate) {
  Train op = training(shape, true, rows, steps, rate);
  if (auto right = losses_right(op); !right) return right;
  // A net that knows nothing yet gives each class the same, and a little for its random opinions.
  const double first = static_cast<double>(op.losses.values()[0]), even = std::log(shape.out);
  return holds(op, std::abs(first - even) <= 0.25,
               fmt::format("the first loss on random data is {:.4f}, expected about ln {} = {:.4f}", first,
                           shape.out, even));
}

inline testing::AssertionResult regresses(NetShape shape, int rows, int steps, float rate) {
  Train op = training(shape, false, rows, steps, rate);
  return losses_right(op);
}

}  // namespace gridmark::lab0
