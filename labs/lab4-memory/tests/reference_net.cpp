#include "labs/lab4-memory/tests/reference_net.h"

#include <cmath>
#include <numbers>

namespace gridmark::lab4 {
namespace {

/// The cumulative distribution function of the normal distribution.
double normal(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

double gelu(double x) { return x * normal(x); }

double gelu_slope(double x) {
  const double density = std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi);
  return normal(x) + x * density;
}

}  // namespace

ReferenceLayer::ReferenceLayer(const float*& weights, int in, int out)
    : in_(static_cast<std::size_t>(in)), out_(static_cast<std::size_t>(out)), weight_(in_ * out_) {
  for (std::size_t o = 0; o < out_; ++o)
    for (std::size_t i = 0; i < in_; ++i) weight_[i * out_ + o] = static_cast<double>(*weights++);
  bias_.assign(weights, weights + out_);
  weights += out_;
}

Doubles ReferenceLayer::forward(const Doubles& x) const {
  const std::size_t rows = x.size() / in_;
  Doubles y(rows * out_);
  for (std::size_t row = 0; row < rows; ++row) {
    double* to = y.data() + row * out_;
    for (std::size_t o = 0; o < out_; ++o) to[o] = bias_[o];
    for (std::size_t i = 0; i < in_; ++i) {
      const double factor = x[row * in_ + i];
      const double* w = weight_.data() + i * out_;
      for (std::size_t o = 0; o < out_; ++o) to[o] += factor * w[o];
    }
  }
  return y;
}

Doubles ReferenceLayer::backward(const Doubles& x, const Doubles& by_y, Doubles& by_weight,
                                 std::size_t& at) const {
  const std::size_t rows = x.size() / in_;
  Doubles by_x(x.size()), by_own(weight_.size());
  double* by_bias = by_weight.data() + at + weight_.size();
  for (std::size_t row = 0; row < rows; ++row) {
    const double* slope = by_y.data() + row * out_;
    for (std::size_t o = 0; o < out_; ++o) by_bias[o] += slope[o];
    for (std::size_t i = 0; i < in_; ++i) {
      const double factor = x[row * in_ + i];
      const double* w = weight_.data() + i * out_;
      double* by_w = by_own.data() + i * out_;
      double sum = 0;
      for (std::size_t o = 0; o < out_; ++o) {
        by_w[o] += factor * slope[o];
        sum += w[o] * slope[o];
      }
      by_x[row * in_ + i] = sum;
    }
  }
  for (std::size_t o = 0; o < out_; ++o)
    for (std::size_t i = 0; i < in_; ++i) by_weight[at++] += by_own[i * out_ + o];
  at += out_;
  return by_x;
}

void ReferenceLayer::add(const Doubles& step, std::size_t& at) {
  for (std::size_t o = 0; o < out_; ++o)
    for (std::size_t i = 0; i < in_; ++i) weight_[i * out_ + o] += step[at++];
  for (double& one : bias_) one += step[at++];
}

void ReferenceLayer::append_to(Doubles& weights) const {
  for (std::size_t o = 0; o < out_; ++o)
    for (std::size_t i = 0; i < in_; ++i) weights.push_back(weight_[i * out_ + o]);
  weights.insert(weights.end(), bias_.begin(), bias_.end());
}

ReferenceNet::ReferenceNet(std::span<const float> weights, int layers, int width, int hidden, int classes)
    : count_(weights.size()) {
  const float* at = weights.data();
  for (int i = 0; i < layers; ++i) {
    const ReferenceLayer widen(at, width, hidden);
    blocks_.push_back({widen, ReferenceLayer(at, hidden, width)});
  }
  if (classes > 0) head_.emplace_back(at, width, classes);
}

Doubles ReferenceNet::forward(std::span<const float> x) {
  kept_.clear();
  Doubles y(x.begin(), x.end());
  for (const Block& block : blocks_) {
    Kept kept{std::move(y), {}, {}};
    kept.before_gelu = block.widen.forward(kept.x);
    for (const double value : kept.before_gelu) kept.after_gelu.push_back(gelu(value));
    y = block.narrow.forward(kept.after_gelu);
    for (std::size_t i = 0; i < y.size(); ++i) y[i] += kept.x[i];
    kept_.push_back(std::move(kept));
  }
  if (head_.empty()) return y;
  to_head_ = std::move(y);
  return head_.front().forward(to_head_);
}

ReferenceNet::Slopes ReferenceNet::slopes(Doubles by_y) const {
  Slopes slopes{{}, Doubles(count_)};
  std::size_t end = count_;
  const auto before = [&](const ReferenceLayer& layer) {
    Doubles own;
    layer.append_to(own);
    return end -= own.size();
  };
  if (!head_.empty()) {
    std::size_t at = before(head_.front());
    by_y = head_.front().backward(to_head_, by_y, slopes.by_weight, at);
  }
  for (std::size_t i = blocks_.size(); i-- > 0;) {
    const Kept& kept = kept_[i];
    std::size_t at = before(blocks_[i].narrow);
    Doubles inner = blocks_[i].narrow.backward(kept.after_gelu, by_y, slopes.by_weight, at);
    for (std::size_t x = 0; x < inner.size(); ++x) inner[x] *= gelu_slope(kept.before_gelu[x]);
    at = before(blocks_[i].widen);
    const Doubles by_x = blocks_[i].widen.backward(kept.x, inner, slopes.by_weight, at);
    for (std::size_t x = 0; x < by_y.size(); ++x) by_y[x] += by_x[x];
  }
  slopes.by_x = std::move(by_y);
  return slopes;
}

void ReferenceNet::add(const Doubles& step) {
  std::size_t at = 0;
  for (Block& block : blocks_) {
    block.widen.add(step, at);
    block.narrow.add(step, at);
  }
  for (ReferenceLayer& head : head_) head.add(step, at);
}

Doubles ReferenceNet::weights() const {
  Doubles all;
  for (const Block& block : blocks_) {
    block.widen.append_to(all);
    block.narrow.append_to(all);
  }
  for (const ReferenceLayer& head : head_) head.append_to(all);
  return all;
}

}  // namespace gridmark::lab4
