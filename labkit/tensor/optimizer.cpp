#include "labkit/tensor/optimizer.h"

#include <cmath>
#include <map>
#include <set>

#include "labkit/tensor/errors.h"
#include "labkit/tensor/graph.h"
#include "labkit/tensor/kernels.h"

namespace gridmark::tensor {
namespace {

/// Each tensor of `given` by name, after a check that all of `own` can be copied from there.
std::map<std::string, Tensor> matched(const std::vector<NamedTensor>& own,
                                      const std::vector<NamedTensor>& given) {
  std::map<std::string, Tensor> by_name;
  for (const NamedTensor& one : given)
    if (!by_name.emplace(one.name, one.tensor).second)
      throw Error("set_state: \"" + one.name + "\" is given twice");
  for (const NamedTensor& one : own) {
    const auto found = by_name.find(one.name);
    if (found == by_name.end())
      throw Error("set_state: \"" + one.name + "\" is missing. Give all entries of named_state()");
    if (found->second.shape() != one.tensor.shape())
      throw ShapeError("set_state: \"" + one.name + "\" has the shape " + text_of(found->second.shape()) +
                       ", expected " + text_of(one.tensor.shape()));
    if (found->second.dtype() != DType::f32)
      throw DTypeError("set_state: \"" + one.name + "\" is " + name_of(found->second.dtype()) +
                       ", expected f32: a narrower type would lose bits");
  }
  std::set<std::string> names;
  for (const NamedTensor& one : own) names.insert(one.name);
  for (const NamedTensor& one : given)
    if (names.count(one.name) == 0)
      throw Error("set_state: this optimizer has no \"" + one.name +
                  "\". The state was saved by another optimizer or for another network");
  return by_name;
}

}  // namespace

ParameterList::ParameterList(std::vector<NamedTensor> list) : named(std::move(list)) {
  std::set<std::string> names;
  for (const NamedTensor& one : named)
    if (!names.insert(one.name).second)
      throw Error("two parameters have the name \"" + one.name +
                  "\". Give each name to one parameter, or give tensors without names");
}

Optimizer::Optimizer(ParameterList parameters, std::vector<std::string> kinds)
    : parameters_(tensors_of(parameters.named)),
      kinds_(std::move(kinds)),
      state_(parameters_.size() * kinds_.size()) {
  for (const NamedTensor& one : parameters.named) names_.push_back(one.name);
}

void Optimizer::step() {
  const NoGrad guard;
  const UseScope use(Use::optimizer);
  ++steps_;
  for (std::size_t i = 0; i < parameters_.size(); ++i)
    if (const Tensor grad = parameters_[i].grad(); grad.defined()) update(i, parameters_[i], grad);
}

void Optimizer::zero_grad() {
  for (Tensor& parameter : parameters_) parameter.zero_grad();
}

void Optimizer::set_steps(std::int64_t steps) {
  if (steps < 0) throw Error("set_steps(" + std::to_string(steps) + "): expected 0 or more");
  steps_ = steps;
}

Tensor& Optimizer::state_of(std::size_t index, std::size_t kind) {
  const Tensor& parameter = parameters_[index];
  Tensor& state = state_[index * kinds_.size() + kind];
  const UseScope use(Use::optimizer);
  if (!state.defined())
    state = Tensor::zeros(parameter.shape(), DType::f32, parameter.device());
  else if (state.device() != parameter.device())  // the module has moved
    state.set_data(state.to(parameter.device()));
  return state;
}

std::vector<NamedTensor> Optimizer::named_state() {
  std::vector<NamedTensor> all;
  for (std::size_t i = 0; i < parameters_.size(); ++i)
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind)
      all.push_back({names_[i] + "." + kinds_[kind], state_of(i, kind)});
  return all;
}

void Optimizer::set_state(const std::vector<NamedTensor>& given) {
  std::vector<NamedTensor> own = named_state();
  const std::map<std::string, Tensor> by_name = matched(own, given);
  for (NamedTensor& one : own) one.tensor.copy_from(by_name.at(one.name).detach());
}

SGD::SGD(ParameterList parameters, float rate, float momentum)
    : Optimizer(std::move(parameters),
                momentum == 0 ? std::vector<std::string>{} : std::vector<std::string>{"velocity"}),
      rate_(rate),
      momentum_(momentum) {}

void SGD::update(std::size_t index, Tensor& parameter, const Tensor& grad) {
  Tensor none;
  kernels::sgd(parameter, grad, momentum_ == 0 ? none : state_of(index, 0), rate_, momentum_);
}

Adam::Adam(ParameterList parameters, Settings settings)
    : Optimizer(std::move(parameters), {"first", "second"}), settings_(settings) {}

void Adam::update(std::size_t index, Tensor& parameter, const Tensor& grad) {
  const auto correction = [&](float beta) {
    return static_cast<float>(1 - std::pow(double{beta}, static_cast<double>(steps())));
  };
  const kernels::AdamStep step{settings_.rate,
                               settings_.beta1,
                               settings_.beta2,
                               settings_.epsilon,
                               settings_.decay,
                               correction(settings_.beta1),
                               correction(settings_.beta2)};
  kernels::adam(parameter, grad, state_of(index, 0), state_of(index, 1), step);
}

}  // namespace gridmark::tensor
