#pragma once
// A plain loss scaler for half precision, given. It uses the tensor kit's operations, tensor by tensor.
// The scaler of lab 2 needs fewer launches.
#include <vector>

#include "labkit/tensor/tensor.h"

class PlainScaler {
 public:
  struct Settings {
    float first = 65536;         ///< the first scale, a power of 2
    int growth_interval = 2000;  ///< the scale doubles after this many clean steps in a row
  };
  explicit PlainScaler(const Settings& settings) : settings_(settings), scale_(settings.first) {}

  float scale() const { return scale_; }
  int clean_steps() const { return clean_steps_; }
  /// Restores the state of an earlier run.
  void set(float scale, int clean_steps) {
    scale_ = scale;
    clean_steps_ = clean_steps;
  }

  /// Divides the gradients by the scale, in place.
  void unscale(const std::vector<gridmark::tensor::Tensor>& parameters) const {
    for (const auto& parameter : parameters) {
      gridmark::tensor::Tensor gradient = parameter.grad();
      if (gradient.defined()) gradient *= 1 / scale_;
    }
  }

  /// Ends a window. If the gradients have Inf or NaN, the scale is halved and the count of clean steps becomes 0.
  /// When the count reaches growth_interval, the scale doubles and the count becomes 0.
  void update(bool found_infinite) {
    clean_steps_ = found_infinite ? 0 : clean_steps_ + 1;
    if (found_infinite) scale_ /= 2;
    if (clean_steps_ < settings_.growth_interval) return;
    scale_ *= 2;
    clean_steps_ = 0;
  }

 private:
  Settings settings_;
  float scale_;
  int clean_steps_ = 0;
};

/// The sum of the squares of all gradients, a scalar on the device. It is Inf or NaN if any gradient is.
inline gridmark::tensor::Tensor squares_of_gradients(const std::vector<gridmark::tensor::Tensor>& parameters) {
  const gridmark::tensor::NoGrad guard;
  gridmark::tensor::Tensor total =
      gridmark::tensor::Tensor::zeros({}, gridmark::tensor::DType::f32, parameters.front().device());
  for (const auto& parameter : parameters)
    if (const auto gradient = parameter.grad(); gradient.defined()) total += sum(gradient * gradient);
  return total;
}
