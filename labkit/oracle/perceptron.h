#pragma once
// Reference training of layers with tanh between them, in double precision, on one machine and row by row.
#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

namespace gridmark::oracle {

/// The mean loss of some rows and its gradient.
struct MeanGradient {
  double loss = 0;
  std::vector<double> values;
};

/// A layer within the flat parameters: weight [out,in] at `at`, then the bias.
struct DenseLayer {
  std::size_t in, out, at;
  std::size_t bias() const { return at + in * out; }
  std::size_t end() const { return bias() + out; }
};

/// The forward and backward pass of one row.
class ReferenceRow {
 public:
  ReferenceRow(std::vector<DenseLayer> layers, std::span<const double> parameters, std::span<const float> x)
      : layers_(std::move(layers)),
        parameters_(parameters),
        values_{std::vector<double>(x.begin(), x.end())} {
    for (std::size_t l = 0; l < layers_.size(); ++l) values_.push_back(output_of(l));
  }

  /// Adds `share` of the row's loss and gradient.
  void add_to(MeanGradient& sum, int label, double share) const {
    const std::vector<double>& scores = values_.back();
    double total = 0;
    for (const double score : scores) total += std::exp(score);
    sum.loss += share * (std::log(total) - scores[static_cast<std::size_t>(label)]);
    std::vector<double> error;
    for (const double score : scores) error.push_back(share * std::exp(score) / total);
    error[static_cast<std::size_t>(label)] -= share;
    for (std::size_t l = layers_.size(); l-- > 0;) error = pass_back(l, error, sum.values);
  }

  /// The score of the label minus the largest other score. The row is right if it is above 0.
  double margin(int label) const {
    const std::vector<double>& scores = values_.back();
    double best = -INFINITY;
    for (std::size_t i = 0; i < scores.size(); ++i)
      if (i != static_cast<std::size_t>(label)) best = std::max(best, scores[i]);
    return scores[static_cast<std::size_t>(label)] - best;
  }

 private:
  std::vector<double> output_of(std::size_t l) const {
    const DenseLayer& layer = layers_[l];
    std::vector<double> y;
    for (std::size_t o = 0; o < layer.out; ++o) {
      double sum = parameters_[layer.bias() + o];
      for (std::size_t i = 0; i < layer.in; ++i)
        sum += parameters_[layer.at + o * layer.in + i] * values_[l][i];
      y.push_back(l + 1 < layers_.size() ? std::tanh(sum) : sum);
    }
    return y;
  }

  /// The error of the sums of the layer before, from the error of a layer's sums.
  std::vector<double> pass_back(std::size_t l, const std::vector<double>& error,
                                std::vector<double>& gradient) const {
    const DenseLayer& layer = layers_[l];
    std::vector<double> before(layer.in);
    for (std::size_t o = 0; o < layer.out; ++o) {
      gradient[layer.bias() + o] += error[o];
      for (std::size_t i = 0; i < layer.in; ++i) {
        gradient[layer.at + o * layer.in + i] += error[o] * values_[l][i];
        before[i] += error[o] * parameters_[layer.at + o * layer.in + i];
      }
    }
    if (l > 0)
      for (std::size_t i = 0; i < layer.in; ++i) before[i] *= 1 - values_[l][i] * values_[l][i];
    return before;
  }

  std::vector<DenseLayer> layers_;
  std::span<const double> parameters_;
  std::vector<std::vector<double>> values_;  ///< the row, then the values after each layer
};

/// Plain SGD or Adam with its usual settings.
class ReferenceOptimizer {
 public:
  ReferenceOptimizer(bool adam, std::size_t parameters)
      : adam_(adam), first_(parameters), second_(parameters) {}

  void step(std::vector<double>& parameters, const std::vector<double>& gradient, double rate) {
    ++steps_;
    for (std::size_t i = 0; i < parameters.size(); ++i)
      parameters[i] -= rate * (adam_ ? adapted(i, gradient[i]) : gradient[i]);
  }

 private:
  double adapted(std::size_t i, double gradient) {
    first_[i] = 0.9 * first_[i] + 0.1 * gradient;
    second_[i] = 0.999 * second_[i] + 0.001 * gradient * gradient;
    return first_[i] / (1 - std::pow(0.9, steps_)) /
           (std::sqrt(second_[i] / (1 - std::pow(0.999, steps_))) + 1e-8);
  }

  bool adam_;
  int steps_ = 0;
  std::vector<double> first_, second_;
};

}  // namespace gridmark::oracle
