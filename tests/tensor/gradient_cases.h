#pragma once
// Every operation of the kit, with what it must compute: shared by the test and by the table in the docs.
#include <functional>
#include <string>
#include <vector>

#include "labkit/tensor/tensor.h"
#include "tests/tensor/reference.h"

namespace gridmark::tensor {

/// An operation on tensors, followed by what makes a scalar of it, and the same in double precision, written
/// apart from the kit.
struct Case {
  std::string name;
  std::vector<Shape> operands;
  std::function<Tensor(const std::vector<Tensor>&)> kit;
  std::function<double(const std::vector<reference::Values>&)> scalar;
};

/// The sum of the elements with weights that differ.
Tensor weighted_sum(const Tensor& x);

std::vector<Case> basic_cases();  ///< arithmetic, products, losses, views
std::vector<Case> layer_cases();  ///< what layers are made of
std::vector<Case> image_cases();  ///< pooling and batch norm
std::vector<Case> all_cases();

/// How far the kit is from the reference, as a share of what was expected or of 1, whichever is greater.
struct Deviation {
  double value = 0, gradient = 0;  ///< NaN where an answer is NaN, or has the wrong shape or type
};

/// The gradient is held against central differences of the reference in double precision.
Deviation deviation_of(const Case& one, Device device, DType dtype);

}  // namespace gridmark::tensor
