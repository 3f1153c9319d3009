#include "labkit/tensor/module.h"

#include <cmath>

#include "labkit/tensor/operations.h"

namespace gridmark::tensor {
namespace {

/// Uniform in [-bound, bound), a parameter.
Tensor drawn(const Shape& shape, float bound, Generator& generator) {
  std::vector<float> values(static_cast<std::size_t>(numel(shape)));
  for (float& value : values) value = (2 * generator.uniform() - 1) * bound;
  return Tensor::from(values, shape).set_requires_grad();
}

template <class To>
void convert_all(const Module& module, To to) {
  for (Tensor& parameter : module.parameters()) {
    parameter.zero_grad();
    parameter.set_data(parameter.detach().to(to));
  }
}

}  // namespace

void Module::to(Place place) { convert_all(*this, place); }
void Module::to(DType dtype) { convert_all(*this, dtype); }

void Module::zero_grad() {
  for (Tensor& parameter : parameters()) parameter.zero_grad();
}

Linear::Linear(std::int64_t in, std::int64_t out, Generator& generator) {
  const float bound = 1 / std::sqrt(static_cast<float>(in));
  weight = drawn({out, in}, bound, generator);
  bias = drawn({out}, bound, generator);
}

Tensor Linear::forward(const Tensor& x) { return add_bias(matmul(x, weight.transpose()), bias); }

Tensor ReLU::forward(const Tensor& x) { return relu(x); }

Tensor Sequential::forward(const Tensor& x) {
  Tensor y = x;
  for (const auto& part : parts_) y = part->forward(y);
  return y;
}

std::vector<Tensor> Sequential::parameters() const {
  std::vector<Tensor> all;
  for (const auto& part : parts_)
    for (const Tensor& parameter : part->parameters()) all.push_back(parameter);
  return all;
}

}  // namespace gridmark::tensor
