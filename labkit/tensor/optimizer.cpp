#include "labkit/tensor/optimizer.h"

#include <cmath>

#include "labkit/tensor/graph.h"
#include "labkit/tensor/kernels.h"

namespace gridmark::tensor {
namespace {

/// State for a parameter, made when it is first asked for.
Tensor& state_of(std::vector<Tensor>& all, std::size_t index, const Tensor& parameter) {
  if (all.size() <= index) all.resize(index + 1);
  if (!all[index].defined()) all[index] = Tensor::zeros(parameter.shape(), DType::f32, parameter.device());
  return all[index];
}

void append_defined(std::vector<Tensor>& to, const std::vector<Tensor>& from) {
  for (const Tensor& one : from)
    if (one.defined()) to.push_back(one);
}

}  // namespace

void Optimizer::step() {
  const NoGrad guard;
  const UseScope use(Use::optimizer);
  begin_step();
  for (std::size_t i = 0; i < parameters_.size(); ++i)
    if (const Tensor grad = parameters_[i].grad(); grad.defined()) update(i, parameters_[i], grad);
}

void Optimizer::zero_grad() {
  for (Tensor& parameter : parameters_) parameter.zero_grad();
}

SGD::SGD(std::vector<Tensor> parameters, float rate, float momentum)
    : Optimizer(std::move(parameters)), rate_(rate), momentum_(momentum) {}

std::vector<Tensor> SGD::state() const {
  std::vector<Tensor> all;
  append_defined(all, velocity_);
  return all;
}

void SGD::update(std::size_t index, Tensor& parameter, const Tensor& grad) {
  Tensor none;
  Tensor& velocity = momentum_ == 0 ? none : state_of(velocity_, index, parameter);
  kernels::sgd(parameter, grad, velocity, rate_, momentum_);
}

Adam::Adam(std::vector<Tensor> parameters, Settings settings)
    : Optimizer(std::move(parameters)), settings_(settings) {}

std::vector<Tensor> Adam::state() const {
  std::vector<Tensor> all;
  append_defined(all, first_);
  append_defined(all, second_);
  return all;
}

void Adam::update(std::size_t index, Tensor& parameter, const Tensor& grad) {
  const auto correction = [&](float beta) { return static_cast<float>(1 - std::pow(double{beta}, steps_)); };
  const kernels::AdamStep step{settings_.rate,
                               settings_.beta1,
                               settings_.beta2,
                               settings_.epsilon,
                               settings_.decay,
                               correction(settings_.beta1),
                               correction(settings_.beta2)};
  kernels::adam(parameter, grad, state_of(first_, index, parameter), state_of(second_, index, parameter),
                step);
}

}  // namespace gridmark::tensor
