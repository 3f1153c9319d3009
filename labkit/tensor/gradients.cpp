// The gradient functions of a tensor, and the operations that change it in place.
#include <algorithm>

#include "labkit/tensor/body.h"
#include "labkit/tensor/errors.h"
#include "labkit/tensor/graph.h"
#include "labkit/tensor/kernels.h"
#include "labkit/tensor/operations.h"

namespace gridmark::tensor {

bool Tensor::requires_grad() const { return body().requires_grad || body().node != nullptr; }

bool Tensor::is_leaf() const { return body().node == nullptr; }

Tensor& Tensor::set_requires_grad(bool wanted) {
  if (!is_floating(dtype()))
    throw DTypeError("a tensor of " + name_of(dtype()) + " has no gradient. Only f32, f16 and bf16 have one");
  if (!is_leaf()) throw AutogradError("set_requires_grad() of a tensor with a history: detach() it first");
  body().requires_grad = wanted;
  return *this;
}

Tensor Tensor::grad() const { return body().grad; }

void Tensor::zero_grad() { body().grad = Tensor(); }

void Tensor::set_grad(const Tensor& grad) {
  require_same_shape("set_grad", *this, grad);
  body().grad = grad;
}

std::uint64_t Tensor::on_gradient(GradientHook hook) {
  if (!body().requires_grad || !is_leaf())
    throw AutogradError("on_gradient() of a tensor " + text_of(shape()) + " that " +
                        (is_leaf() ? "requires no gradient: call set_requires_grad() first"
                                   : "has a history. Only leaves sum up their gradient"));
  auto& hooks = body().hooks;
  const std::uint64_t number = hooks.empty() ? 1 : hooks.back().first + 1;
  hooks.emplace_back(number, std::move(hook));
  return number;
}

void Tensor::remove_gradient_hook(std::uint64_t number) {
  auto& hooks = body().hooks;
  const auto found =
      std::find_if(hooks.begin(), hooks.end(), [&](const auto& one) { return one.first == number; });
  if (found == hooks.end())
    throw Error("remove_gradient_hook(" + std::to_string(number) +
                "): this tensor has no hook of that number");
  hooks.erase(found);
}

void Tensor::set_data(const Tensor& other) {
  require_same_shape("set_data", *this, other);
  if (!is_leaf()) throw AutogradError("set_data() of a tensor with a history: detach() it first");
  const Tensor rows = other.detach();
  body().storage = rows.body().storage;
  body().strides = rows.body().strides;
  body().offset = rows.body().offset;
  body().dtype = rows.body().dtype;
  body().leaf_node.reset();
}

std::shared_ptr<Node> Tensor::node() const {
  if (body().node != nullptr || !body().requires_grad) return body().node;
  std::shared_ptr<Node> leaf = body().leaf_node.lock();
  if (leaf == nullptr) {
    leaf = std::make_shared<LeafNode>(*this);
    const_cast<Body&>(body()).leaf_node = leaf;
  }
  return leaf;
}

void Tensor::set_node(std::shared_ptr<Node> node) { body().node = std::move(node); }

void Tensor::require_changeable(const char* operation) const {
  if (!grad_enabled()) return;
  if (body().requires_grad)
    throw AutogradError(std::string(operation) +
                        " changes a leaf that requires a gradient. Do it under a NoGrad, "
                        "or make a new tensor");
  if (body().differentiable_view)
    throw AutogradError(std::string(operation) +
                        " changes a view of a tensor that has a history. Change a clone() of it");
}

Tensor& Tensor::operator+=(const Tensor& other) {
  require_changeable("+=");
  kernels::add_to(*this, other.detach(), 1);
  with_gradient(*this, "+=", {*this, other}, [](const Tensor& grad) {
    return std::vector<Tensor>{grad, grad};
  });
  return *this;
}

Tensor& Tensor::operator-=(const Tensor& other) {
  require_changeable("-=");
  kernels::add_to(*this, other.detach(), -1);
  with_gradient(*this, "-=", {*this, other}, [](const Tensor& grad) {
    return std::vector<Tensor>{grad, grad * -1.0f};
  });
  return *this;
}

Tensor& Tensor::operator*=(float factor) {
  require_changeable("*=");
  kernels::copy(kernels::scaled(detach(), factor), *this);
  with_gradient(*this, "*=", {*this},
                [factor](const Tensor& grad) { return std::vector<Tensor>{grad * factor}; });
  return *this;
}

/// Ends the history, because a constant does not depend on anything.
Tensor& Tensor::fill(float value) {
  require_changeable("fill");
  kernels::fill(*this, value);
  body().node = nullptr;
  return *this;
}

Tensor& Tensor::copy_from(const Tensor& source) {
  require_changeable("copy_from");
  require_same_shape("copy_from", *this, source);
  body().node = nullptr;
  kernels::copy(source.detach().to(device()), *this);
  const Device from = source.device();
  const DType type = source.dtype();
  with_gradient(*this, "copy_from", {source},
                [from, type](const Tensor& grad) { return std::vector<Tensor>{grad.to(from).to(type)}; });
  return *this;
}

}  // namespace gridmark::tensor
