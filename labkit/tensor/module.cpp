#include "labkit/tensor/module.h"

#include <cmath>

#include "labkit/tensor/operations.h"

namespace gridmark::tensor {
namespace {

template <class To>
void convert_all(const Module& module, To to) {
  const UseScope use(Use::parameter);
  for (Tensor& parameter : module.parameters()) {
    parameter.zero_grad();
    parameter.set_data(parameter.detach().to(to));
  }
}

}  // namespace

Tensor uniform_parameter(const Shape& shape, float bound, Generator& generator) {
  std::vector<float> values(static_cast<std::size_t>(numel(shape)));
  for (float& value : values) value = (2 * generator.uniform() - 1) * bound;
  const UseScope use(Use::parameter);
  return Tensor::from(values, shape).set_requires_grad();
}

void Module::to(Device device) {
  convert_all(*this, device);
  const UseScope use(Use::parameter);
  for (Tensor& buffer : buffers()) buffer.set_data(buffer.to(device));
}
void Module::to(DType dtype) { convert_all(*this, dtype); }

void Module::zero_grad() {
  for (Tensor& parameter : parameters()) parameter.zero_grad();
}

Linear::Linear(std::int64_t in, std::int64_t out, Generator& generator) {
  const float bound = 1 / std::sqrt(static_cast<float>(in));
  weight = uniform_parameter({out, in}, bound, generator);
  bias = uniform_parameter({out}, bound, generator);
}

Tensor Linear::forward(const Tensor& x) { return linear(x, weight, bias); }

Tensor ReLU::forward(const Tensor& x) { return relu(x); }

Tensor Sequential::forward(const Tensor& x) {
  Tensor y = x;
  for (const auto& part : parts_) y = part->forward(y);
  return y;
}

void Sequential::train(bool on) {
  for (const auto& part : parts_) part->train(on);
}

std::vector<NamedTensor> Sequential::named_parameters() const {
  std::vector<NamedTensor> all;
  for (std::size_t i = 0; i < parts_.size(); ++i)
    append(all, std::to_string(i), parts_[i]->named_parameters());
  return all;
}

std::vector<NamedTensor> Sequential::named_buffers() const {
  std::vector<NamedTensor> all;
  for (std::size_t i = 0; i < parts_.size(); ++i) append(all, std::to_string(i), parts_[i]->named_buffers());
  return all;
}

}  // namespace gridmark::tensor
