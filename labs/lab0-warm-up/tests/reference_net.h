#pragma once
// The correct training in FP64 on the host: two layers with a ReLU between them, their gradients and Adam.
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "labs/lab0-warm-up/tests/transfer.h"

namespace gridmark::lab0 {

using Doubles = std::vector<double>;

inline std::size_t weights_in(const NetShape& net) {
  return area(net.in + 1, net.hidden) + area(net.hidden + 1, net.out);
}

/// x [rows,in] -> x * transpose(weight) + bias [rows,out]. `at` points to weight, followed by bias.
inline Doubles layer(const Doubles& x, int in, int out, const double* at) {
  const auto width = static_cast<std::size_t>(in), height = static_cast<std::size_t>(out);
  const double* bias = at + width * height;
  Doubles y;
  y.reserve(x.size() / width * height);
  for (const double* row = x.data(); row < x.data() + x.size(); row += width)
    for (std::size_t o = 0; o < height; ++o) {
      double sum = bias[o];
      for (std::size_t i = 0; i < width; ++i) sum += row[i] * at[o * width + i];
      y.push_back(sum);
    }
  return y;
}

/// A loss, and its gradient with respect to each answer.
struct Slope {
  double loss = 0;
  Doubles by_answer;
};

/// mean((answer - target)^2)
inline Slope squared_error(const Doubles& answers, std::span<const float> target) {
  Slope slope;
  const double count = static_cast<double>(answers.size());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const double error = answers[i] - static_cast<double>(target[i]);
    slope.loss += error * error / count;
    slope.by_answer.push_back(2 * error / count);
  }
  return slope;
}

/// The mean over rows of -log(softmax(answers)[row][label]).
inline Slope cross_entropy(const Doubles& answers, std::span<const int> labels) {
  Slope slope;
  const std::size_t rows = labels.size(), classes = answers.size() / rows;
  for (std::size_t row = 0; row < rows; ++row) {
    const double* answer = answers.data() + row * classes;
    double all = 0;
    for (std::size_t c = 0; c < classes; ++c) all += std::exp(answer[c]);
    const auto label = static_cast<std::size_t>(labels[row]);
    slope.loss += (std::log(all) - answer[label]) / static_cast<double>(rows);
    for (std::size_t c = 0; c < classes; ++c)
      slope.by_answer.push_back((std::exp(answer[c]) / all - (c == label ? 1 : 0)) /
                                static_cast<double>(rows));
  }
  return slope;
}

/// source  Kingma & Ba, Adam: A Method for Stochastic Optimization, ICLR 2015, algorithm 1
class ReferenceAdam {
 public:
  ReferenceAdam(double rate, std::size_t count) : rate_(rate), mean_(count), square_(count) {}

  void step(Doubles& weights, const Doubles& slopes) {
    first_ *= 0.9, second_ *= 0.999;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      mean_[i] += 0.1 * (slopes[i] - mean_[i]);
      square_[i] += 0.001 * (slopes[i] * slopes[i] - square_[i]);
      weights[i] -= rate_ * mean_[i] / (1 - first_) / (std::sqrt(square_[i] / (1 - second_)) + 1e-8);
    }
  }

 private:
  double rate_, first_ = 1, second_ = 1;
  Doubles mean_, square_;
};

class ReferenceNet {
 public:
  ReferenceNet(const NetShape& net, std::span<const float> weights)
      : net_(net), weights_(weights.begin(), weights.end()) {}

  /// x [rows,in] -> [rows,out].
  Doubles answers(std::span<const float> x) {
    x_.assign(x.begin(), x.end());
    hidden_ = layer(x_, net_.in, net_.hidden, weights_.data());
    for (double& value : hidden_) {
      least_hidden_ = std::min(least_hidden_, std::abs(value));
      value = std::max(value, 0.0);
    }
    return layer(hidden_, net_.hidden, net_.out, second_layer());
  }

  /// The gradient of a loss with respect to each weight, from its gradient `by_answer` for the last answers.
  Doubles slopes(const Doubles& by_answer) const {
    Doubles by_weight(weights_.size());
    const Doubles by_hidden = back(by_answer, by_weight.data() + (second_layer() - weights_.data()));
    add_slopes(x_, net_.in, by_hidden, net_.hidden, by_weight.data());
    return by_weight;
  }

  Doubles& weights() { return weights_; }
  /// The smallest absolute value of a hidden element before its ReLU, over all answers so far.
  double least_hidden() const { return least_hidden_; }

 private:
  const double* second_layer() const { return weights_.data() + area(net_.in + 1, net_.hidden); }

  /// Adds the gradients of one layer's weight and bias. by_y [rows,out], x [rows,in].
  static void add_slopes(const Doubles& x, int in, const Doubles& by_y, int out, double* to) {
    const auto width = static_cast<std::size_t>(in), height = static_cast<std::size_t>(out);
    for (std::size_t row = 0; row < x.size() / width; ++row)
      for (std::size_t o = 0; o < height; ++o) {
        const double slope = by_y[row * height + o];
        for (std::size_t i = 0; i < width; ++i) to[o * width + i] += slope * x[row * width + i];
        to[width * height + o] += slope;
      }
  }

  /// Backward through the second layer. returns  the gradient for each hidden value before its ReLU
  Doubles back(const Doubles& by_answer, double* to) const {
    add_slopes(hidden_, net_.hidden, by_answer, net_.out, to);
    const auto width = static_cast<std::size_t>(net_.hidden), height = static_cast<std::size_t>(net_.out);
    Doubles by_hidden(hidden_.size());
    for (std::size_t at = 0; at < hidden_.size(); ++at) {
      if (hidden_[at] <= 0) continue;
      for (std::size_t o = 0; o < height; ++o)
        by_hidden[at] += by_answer[at / width * height + o] * second_layer()[o * width + at % width];
    }
    return by_hidden;
  }

  NetShape net_;
  Doubles weights_, x_, hidden_;
  double least_hidden_ = std::numeric_limits<double>::infinity();
};

/// The training of the contract, in FP64.
struct TrueTraining {
  Doubles losses;  ///< before each step
  double least_hidden = 0;
};

inline TrueTraining true_training(const Train& op) {
  ReferenceNet net(op.net, op.weights.values());
  ReferenceAdam adam(static_cast<double>(op.rate), net.weights().size());
  Doubles losses;
  for (int step = 0; step < op.steps; ++step) {
    const Doubles answers = net.answers(op.x.values());
    const Slope slope = op.classifies ? cross_entropy(answers, op.labels.values())
                                      : squared_error(answers, op.target.values());
    losses.push_back(slope.loss);
    adam.step(net.weights(), net.slopes(slope.by_answer));
  }
  return {losses, net.least_hidden()};
}

}  // namespace gridmark::lab0
