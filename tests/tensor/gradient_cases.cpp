#include "tests/tensor/gradient_cases.h"

#include <algorithm>
#include <limits>

namespace gridmark::tensor {
namespace {

using reference::Values;

constexpr double wrong = std::numeric_limits<double>::quiet_NaN();

/// Values that are exact in all types: sixteenths, without 0.
std::vector<Values> values_for(const Case& one) {
  Generator generator(7);
  std::vector<Values> all;
  for (const Shape& shape : one.operands) {
    Values values;
    for (std::int64_t i = 0; i < numel(shape); ++i)
      values.push_back((static_cast<double>(generator.bits() % 16) * 2 + 1 - 16) / 16);
    all.push_back(values);
  }
  return all;
}

double deviation(double found, double expected) {
  return std::abs(found - expected) / std::max(1.0, std::abs(expected));
}

/// The greater one, or NaN if one is NaN.
double greater(double a, double b) { return std::isnan(a) || a > b ? a : b; }

double deviation_of_gradient(const Tensor& operand, const Values& expected) {
  const Tensor grad = operand.grad();
  if (!grad.defined() || grad.shape() != operand.shape() || grad.dtype() != operand.dtype()) return wrong;
  const std::vector<float> found = grad.to_vector();
  double worst = 0;
  for (std::size_t i = 0; i < found.size(); ++i) worst = greater(worst, deviation(found[i], expected[i]));
  return worst;
}

}  // namespace

Tensor weighted_sum(const Tensor& x) {
  std::vector<float> weights;
  for (std::int64_t i = 0; i < x.numel(); ++i)
    weights.push_back(static_cast<float>(reference::weight_of(static_cast<std::size_t>(i))));
  return sum(x * Tensor::from(weights, x.shape(), x.dtype(), x.device()));
}

std::vector<Case> all_cases() {
  std::vector<Case> all = basic_cases();
  for (const auto& more : {layer_cases(), image_cases()}) all.insert(all.end(), more.begin(), more.end());
  return all;
}

Deviation deviation_of(const Case& one, Device device, DType dtype) {
  const std::vector<Values> values = values_for(one);
  std::vector<Tensor> operands;
  for (std::size_t i = 0; i < values.size(); ++i)
    operands.push_back(Tensor::from({values[i].begin(), values[i].end()}, one.operands[i], dtype, device)
                           .set_requires_grad());
  const Tensor result = one.kit(operands);
  result.backward();
  const std::vector<Values> expected = reference::derivatives(one.scalar, values);
  Deviation worst{deviation(result.item(), one.scalar(values)), 0};
  for (std::size_t i = 0; i < operands.size(); ++i)
    worst.gradient = greater(worst.gradient, deviation_of_gradient(operands[i], expected[i]));
  return worst;
}

}  // namespace gridmark::tensor
