#pragma once
// The scale of the loss in half precision in its plainest form, given: tensor by tensor, with the kit's operations.
// Lab 2 does better.
#include <vector>

#include "labkit/tensor/tensor.h"

class PlainScaler {
 public:
  struct Settings {
    float first = 65536;         ///< scale in the beginning, a power of 2
    int growth_interval = 2000;  ///< the scale doubles after so many clean steps in a row
  };
  explicit PlainScaler(const Settings& settings) : settings_(settings), scale_(settings.first) {}

  float scale() const { return scale_; }
  int clean_steps() const { return clean_steps_; }
  /// To go on where another run stopped.
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

  /// Ends a window. With Inf or NaN in the gradients the scale is halved and the count of clean steps begins anew.
  /// The scale doubles when the count reaches growth_interval, and the count begins anew.
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

/// The sum of the squares of all gradients, a scalar on the device. It is Inf or NaN where a gradient is.
inline gridmark::tensor::Tensor squares_of_gradients(const std::vector<gridmark::tensor::Tensor>& parameters) {
  const gridmark::tensor::NoGrad guard;
  gridmark::tensor::Tensor total =
      gridmark::tensor::Tensor::zeros({}, gridmark::tensor::DType::f32, parameters.front().device());
  for (const auto& parameter : parameters)
    if (const auto gradient = parameter.grad(); gradient.defined()) total += sum(gradient * gradient);
  return total;
}
