#include "labs/lab2-mixed-precision/tests/reference_training.h"

namespace gridmark::lab2 {
namespace {

struct Slope {
  double loss = 0;
  Doubles by_answer;
};

/// The mean over rows of -log(softmax(answers)[row][label]).
Slope cross_entropy(const Doubles& answers, std::span<const int> labels) {
  Slope slope;
  const std::size_t rows = labels.size(), classes = answers.size() / rows;
  const double share = 1 / static_cast<double>(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    const double* answer = answers.data() + row * classes;
    const double greatest = *std::max_element(answer, answer + classes);
    double all = 0;
    for (std::size_t c = 0; c < classes; ++c) all += std::exp(answer[c] - greatest);
    const auto label = static_cast<std::size_t>(labels[row]);
    slope.loss += (greatest + std::log(all) - answer[label]) * share;
    for (std::size_t c = 0; c < classes; ++c)
      slope.by_answer.push_back((std::exp(answer[c] - greatest) / all - (c == label ? 1 : 0)) * share);
  }
  return slope;
}

double length(const Doubles& values) {
  double squares = 0;
  for (const double one : values) squares += one * one;
  return std::sqrt(squares);
}

/// The gradient of the last layer's bias: the sum over rows.
Doubles bias_gradient(const Doubles& by_answer, std::size_t classes) {
  Doubles by_bias(classes);
  for (std::size_t i = 0; i < by_answer.size(); ++i) by_bias[i % classes] += by_answer[i];
  return by_bias;
}

void clip(Doubles& gradients, double limit) {
  if (const double norm = length(gradients); limit > 0 && norm > limit)
    for (double& g : gradients) g *= limit / norm;
}

double first_loss(ReferenceNet net, const Train& op) {
  const auto batch = static_cast<std::size_t>(op.batch), in = static_cast<std::size_t>(op.widths.values().front());
  return cross_entropy(net.answers(op.x.values().first(batch * in)), op.labels.values().first(batch)).loss;
}

double share_right(ReferenceNet net, std::span<const float> x, std::span<const int> labels) {
  const Doubles answers = net.answers(x);
  const std::size_t classes = answers.size() / labels.size();
  std::size_t right = 0;
  for (std::size_t row = 0; row < labels.size(); ++row) {
    const double* answer = answers.data() + row * classes;
    right += std::max_element(answer, answer + classes) - answer == labels[row] ? 1 : 0;
  }
  return static_cast<double>(right) / static_cast<double>(labels.size());
}

ReferenceNet net_with(std::span<const int> widths, const Doubles& weights) {
  const std::vector<float> none(weights.size());
  ReferenceNet net(widths, none);
  net.weights() = weights;
  return net;
}

}  // namespace

ReferenceNet::ReferenceNet(std::span<const int> widths, std::span<const float> weights)
    : weights_(weights.size()) {
  std::size_t at = 0;
  for (std::size_t i = 0; i + 1 < widths.size(); ++i) {
    const Layer layer{static_cast<std::size_t>(widths[i]), static_cast<std::size_t>(widths[i + 1]), at};
    for (std::size_t o = 0; o < layer.out; ++o)
      for (std::size_t in = 0; in < layer.in; ++in)
        weights_[at + in * layer.out + o] = static_cast<double>(weights[at + o * layer.in + in]);
    at += layer.in * layer.out;
    std::copy_n(weights.begin() + static_cast<long>(at), layer.out, weights_.begin() + static_cast<long>(at));
    at += layer.out;
    layers_.push_back(layer);
  }
}

Doubles ReferenceNet::answers(std::span<const float> x) {
  inputs_.assign(1, Doubles(x.begin(), x.end()));
  for (const Layer& layer : layers_) {
    Doubles& from = inputs_.back();
    if (inputs_.size() > 1)
      for (double& value : from) value = std::max(value, 0.0);
    const std::size_t rows = from.size() / layer.in;
    const double* bias = weights_.data() + layer.at + layer.in * layer.out;
    Doubles to(rows * layer.out);
    for (std::size_t row = 0; row < rows; ++row) {
      double* y = to.data() + row * layer.out;
      std::copy_n(bias, layer.out, y);
      for (std::size_t i = 0; i < layer.in; ++i) {
        const double factor = from[row * layer.in + i];
        if (factor == 0) continue;  // white paper is 0, and half of the ReLUs are off
        const double* w = weights_.data() + layer.at + i * layer.out;
        for (std::size_t o = 0; o < layer.out; ++o) y[o] += factor * w[o];
      }
    }
    inputs_.push_back(std::move(to));
  }
  Doubles result = std::move(inputs_.back());
  inputs_.pop_back();
  return result;
}

Doubles ReferenceNet::slopes(Doubles by_answer) const {
  Doubles by_weight(weights_.size());
  for (std::size_t l = layers_.size(); l-- > 0;) {
    const Layer& layer = layers_[l];
    const Doubles& x = inputs_[l];
    const std::size_t rows = x.size() / layer.in;
    Doubles by_input(l > 0 ? x.size() : 0);
    double* to = by_weight.data() + layer.at;
    for (std::size_t row = 0; row < rows; ++row) {
      const double* y = by_answer.data() + row * layer.out;
      for (std::size_t o = 0; o < layer.out; ++o) to[layer.in * layer.out + o] += y[o];
      for (std::size_t i = 0; i < layer.in; ++i) {
        const double value = x[row * layer.in + i];
        if (value == 0) continue;  // a ReLU that is off passes no gradient
        for (std::size_t o = 0; o < layer.out; ++o) to[i * layer.out + o] += value * y[o];
        if (l == 0) continue;
        const double* w = weights_.data() + layer.at + i * layer.out;
        double sum = 0;
        for (std::size_t o = 0; o < layer.out; ++o) sum += y[o] * w[o];
        by_input[row * layer.in + i] = sum;
      }
    }
    by_answer = std::move(by_input);
  }
  return by_weight;
}

ReferenceRun train_reference(const Train& op) {
  ReferenceNet net(op.widths.values(), op.weights.values());
  const std::vector<float> none(net.weights().size());
  ReferenceAdamW optimizer(none, static_cast<double>(op.rate), static_cast<double>(op.decay),
                           static_cast<double>(op.epsilon));
  optimizer.masters = net.weights();
  ReferenceRun run;
  const auto in = static_cast<std::size_t>(op.widths.values().front()), batch = static_cast<std::size_t>(op.batch);
  for (int epoch = 0; epoch < op.epochs; ++epoch)
    for (std::size_t row = 0; row + batch <= op.labels.size(); row += batch) {
      const Doubles answers = net.answers(op.x.values().subspan(row * in, batch * in));
      Slope slope = cross_entropy(answers, op.labels.values().subspan(row, batch));
      run.losses.push_back(slope.loss);
      for (double& one : slope.by_answer) one *= static_cast<double>(op.loss_weight);
      run.slopes.push_back(length(bias_gradient(slope.by_answer, answers.size() / batch)));
      if (op.infinite.values()[run.losses.size() - 1] != 0) continue;
      Doubles gradients = net.slopes(slope.by_answer);
      clip(gradients, static_cast<double>(op.clip));
      optimizer.step(gradients.data());
      net.weights() = optimizer.masters;
    }
  run.weights = net.weights();
  return run;
}

double accuracy(std::span<const int> widths, std::span<const float> weights, std::span<const float> x,
                std::span<const int> labels) {
  return share_right(ReferenceNet(widths, weights), x, labels);
}

double accuracy(std::span<const int> widths, const Doubles& weights, std::span<const float> x,
                std::span<const int> labels) {
  return share_right(net_with(widths, weights), x, labels);
}

double loss_of(const Train& op, std::span<const float> weights) {
  return first_loss(ReferenceNet(op.widths.values(), weights), op);
}

double loss_of(const Train& op, const Doubles& weights) { return first_loss(net_with(op.widths.values(), weights), op); }

}  // namespace gridmark::lab2
