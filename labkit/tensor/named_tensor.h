#pragma once
// Tensors with names: parameters, buffers and the state of optimizers, as checkpoints keep them.
#include <string>
#include <vector>

#include "labkit/tensor/handle.h"

namespace gridmark::tensor {

/// A handle with its dotted path: "0.weight", "fc1.bias".
struct NamedTensor {
  std::string name;
  Tensor tensor;
};

/// The handles in order.
std::vector<Tensor> tensors_of(const std::vector<NamedTensor>& named);

/// Adds `more` to `all`, each with "part." before its name.
void append(std::vector<NamedTensor>& all, const std::string& part, const std::vector<NamedTensor>& more);

/// Names "0", "1", ... for tensors without names.
std::vector<NamedTensor> numbered(const std::vector<Tensor>& tensors);

}  // namespace gridmark::tensor
