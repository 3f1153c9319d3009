#pragma once
// The network of the warm-up. You do not change this file.
#include <memory>
#include <vector>

#include "labkit/tensor/tensor.h"

/// Scores of ten classes for small colour images: x [batch,3,32,32] -> [batch,10], f32.
///
/// A copy shares its parameters with the original: a Tensor is a handle.
class SimpleCNN : public gridmark::tensor::Module {
 public:
  /// Draws the parameters from `generator`. They are on the host until to() moves them.
  explicit SimpleCNN(gridmark::tensor::Generator& generator)
      : conv1(3, 8, 3, generator, {1, 1}), conv2(8, 16, 3, generator, {1, 1}), output(16 * 8 * 8, 10, generator) {}

  gridmark::tensor::Tensor forward(const gridmark::tensor::Tensor& x) override {
    using namespace gridmark::tensor;
    const Tensor halved = max_pool2d(relu(conv1.forward(x)), 2, 2);
    const Tensor quartered = max_pool2d(relu(conv2.forward(halved)), 2, 2);
    return output.forward(quartered.reshape({x.size(0), 16 * 8 * 8}));
  }
  std::vector<gridmark::tensor::NamedTensor> named_parameters() const override {
    std::vector<gridmark::tensor::NamedTensor> all;
    append(all, "conv1", conv1.named_parameters());
    append(all, "conv2", conv2.named_parameters());
    append(all, "output", output.named_parameters());
    return all;
  }
  std::vector<gridmark::tensor::Tensor> parameters() const override { return tensors_of(named_parameters()); }

  gridmark::tensor::Conv2d conv1, conv2;  ///< windows of 3 x 3, the edges padded
  gridmark::tensor::Linear output;
};
