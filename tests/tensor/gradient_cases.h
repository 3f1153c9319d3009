#pragma once
// Every operation of the kit and its correct result. The test and the table in the docs share these cases.
#include <functional>
#include <string>
#include <vector>

#include "labkit/tensor/tensor.h"
#include "tests/tensor/reference.h"

namespace gridmark::tensor {

/// An operation on tensors, reduced to a scalar, and the same in double precision, written independently of
/// the kit.
struct Case {
  std::string name;
  std::vector<Shape> operands;
  std::function<Tensor(const std::vector<Tensor>&)> kit;
  std::function<double(const std::vector<reference::Values>&)> scalar;
};

/// The sum of the elements with different weights.
Tensor weighted_sum(const Tensor& x);

std::vector<Case> basic_cases();  ///< arithmetic, products, losses, views
std::vector<Case> layer_cases();  ///< operations in layers
std::vector<Case> image_cases();  ///< pooling and batch norm
std::vector<Case> all_cases();

/// The distance between the kit and the reference, relative to the expected value or to 1, whichever is
/// greater.
struct Deviation {
  double value = 0, gradient = 0;  ///< NaN for an answer that is NaN, or has the wrong shape or type
};

/// Compares the gradient with central differences of the reference in double precision.
Deviation deviation_of(const Case& one, Device device, DType dtype);

}  // namespace gridmark::tensor
