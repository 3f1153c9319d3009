#include "labkit/tensor/named_tensor.h"

namespace gridmark::tensor {

std::vector<Tensor> tensors_of(const std::vector<NamedTensor>& named) {
  std::vector<Tensor> all;
  for (const NamedTensor& one : named) all.push_back(one.tensor);
  return all;
}

void append(std::vector<NamedTensor>& all, const std::string& part, const std::vector<NamedTensor>& more) {
  for (const NamedTensor& one : more) all.push_back({part + "." + one.name, one.tensor});
}

std::vector<NamedTensor> numbered(const std::vector<Tensor>& tensors) {
  std::vector<NamedTensor> all;
  for (const Tensor& tensor : tensors) all.push_back({std::to_string(all.size()), tensor});
  return all;
}

}  // namespace gridmark::tensor
