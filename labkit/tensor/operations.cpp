#include "labkit/tensor/operations.h"

#include "labkit/tensor/cast_policy.h"
#include "labkit/tensor/errors.h"
#include "labkit/tensor/graph.h"
#include "labkit/tensor/kernels.h"
#include "labkit/tensor/product.h"

namespace gridmark::tensor {
namespace {

using Grads = std::vector<Tensor>;

Tensor curved(kernels::Curve curve, const char* name, const Tensor& given) {
  const Tensor x = as_policy_wants(name, given)[0];
  require_floating(name, x);
  const Tensor y = kernels::apply(curve, x.detach());
  if (!needs_node({x})) return y;
  const bool from_operand = curve == kernels::Curve::gelu;  // the others' slopes follow from results
  const Saved saved(from_operand ? x : y, name, from_operand ? "its operand" : "its result");
  return with_gradient(y, name, {x}, [curve, saved](const Tensor& grad) {
    return Grads{kernels::slope(curve, saved.get(), grad)};
  });
}

Tensor summed(const char* name, const Tensor& given, float factor) {
  const Tensor x = as_policy_wants(name, given)[0];
  require_floating(name, x);
  const Tensor result = kernels::sum(x.detach(), factor);
  const Shape shape = x.shape();
  const DType dtype = x.dtype();
  return with_gradient(result, name, {x}, [=](const Tensor& grad) {
    return Grads{kernels::spread(grad, factor, shape, dtype)};
  });
}

}  // namespace

Tensor operator+(const Tensor& left, const Tensor& right) {
  const auto operands = as_policy_wants("+", left, right);
  const Tensor &a = operands[0], &b = operands[1];
  require_floating("+", a);
  return with_gradient(kernels::add(a.detach(), b.detach(), 1), "+", {a, b}, [](const Tensor& grad) {
    return Grads{grad, grad};
  });
}

Tensor operator-(const Tensor& left, const Tensor& right) {
  const auto operands = as_policy_wants("-", left, right);
  const Tensor &a = operands[0], &b = operands[1];
  require_floating("-", a);
  return with_gradient(kernels::add(a.detach(), b.detach(), -1), "-", {a, b}, [](const Tensor& grad) {
    return Grads{grad, grad * -1.0f};
  });
}

Tensor operator*(const Tensor& left, const Tensor& right) {
  const auto operands = as_policy_wants("*", left, right);
  const Tensor &a = operands[0], &b = operands[1];
  require_floating("*", a);
  const Tensor result = kernels::multiply(a.detach(), b.detach());
  if (!needs_node({a, b})) return result;
  const bool for_a = a.requires_grad(), for_b = b.requires_grad();
  // Each operand is only needed for the other's gradient.
  const Saved saved_a = for_b ? Saved(a, "*", "its left operand") : Saved();
  const Saved saved_b = for_a ? Saved(b, "*", "its right operand") : Saved();
  return with_gradient(result, "*", {a, b}, [=](const Tensor& grad) {
    return Grads{for_a ? kernels::multiply(grad, saved_b.get()) : Tensor(),
                 for_b ? kernels::multiply(grad, saved_a.get()) : Tensor()};
  });
}

Tensor operator*(const Tensor& a, float factor) {
  require_floating("*", a);
  return with_gradient(kernels::scaled(a.detach(), factor), "*", {a},
                       [factor](const Tensor& grad) { return Grads{grad * factor}; });
}

Tensor operator*(float factor, const Tensor& a) { return a * factor; }

Tensor matmul(const Tensor& first, const Tensor& second) {
  const auto operands = as_policy_wants("matmul", first, second);
  const Tensor &a = operands[0], &b = operands[1];
  const Tensor result = product(a.detach(), b.detach());
  const bool for_a = a.requires_grad(), for_b = b.requires_grad();
  if (!needs_node({a, b})) return result;
  const Saved left = for_b ? Saved(a, "matmul", "its left operand") : Saved();
  const Saved right = for_a ? Saved(b, "matmul", "its right operand") : Saved();
  const bool a_by_columns = lies_by_columns(a), b_by_columns = lies_by_columns(b);
  return with_gradient(result, "matmul", {a, b}, [=](const Tensor& grad) {
    return Grads{for_a ? product_lying(a_by_columns, grad, right.get().transpose()) : Tensor(),
                 for_b ? product_lying(b_by_columns, left.get().transpose(), grad) : Tensor()};
  });
}

Tensor add_bias(const Tensor& given, const Tensor& given_bias) {
  const auto operands = as_policy_wants("add_bias", given, given_bias);
  const Tensor &x = operands[0], &bias = operands[1];
  require_floating("add_bias", x);
  require_same_device("add_bias", x, bias);
  require_same_dtype("add_bias", x, bias);
  if (x.dims() != 2 || bias.dims() != 1 || x.size(1) != bias.size(0))
    throw ShapeError("add_bias: " + text_of(x.shape()) + " plus " + text_of(bias.shape()) +
                     ", expected [rows, n] plus [n]");
  const bool for_bias = bias.requires_grad();
  return with_gradient(kernels::add_bias(x.detach(), bias.detach()), "add_bias", {x, bias},
                       [for_bias](const Tensor& grad) {
                         return Grads{grad, for_bias ? kernels::sum_of_rows(grad) : Tensor()};
                       });
}

Tensor linear(const Tensor& given, const Tensor& given_weight, const Tensor& given_bias) {
  const auto operands = as_policy_wants("linear", given, given_weight, given_bias);
  const CastScope decided({});  // for the operations inside this one
  const Tensor &x = operands[0], &weight = operands[1], &bias = operands[2];
  if (weight.dims() != 2 || x.dims() == 0 || x.size(-1) != weight.size(1))
    throw ShapeError("linear: " + text_of(x.shape()) + " with a weight " + text_of(weight.shape()) +
                     ", expected [..., in] and [out, in]");
  const Tensor rows = x.dims() == 2 ? x : x.reshape({-1, x.size(-1)});
  Tensor y = matmul(rows, weight.transpose());
  if (bias.defined()) y = add_bias(y, bias);
  if (x.dims() == 2) return y;
  Shape shape = x.shape();
  shape.back() = weight.size(0);
  return y.view(shape);
}

Tensor relu(const Tensor& x) { return curved(kernels::Curve::relu, "relu", x); }
Tensor sigmoid(const Tensor& x) { return curved(kernels::Curve::sigmoid, "sigmoid", x); }
Tensor tanh(const Tensor& x) { return curved(kernels::Curve::tanh, "tanh", x); }
Tensor gelu(const Tensor& x) { return curved(kernels::Curve::gelu, "gelu", x); }

Tensor sum(const Tensor& x) { return summed("sum", x, 1); }

Tensor mean(const Tensor& x) { return summed("mean", x, 1 / static_cast<float>(x.numel())); }

Tensor mse_loss(const Tensor& given, const Tensor& given_target) {
  const auto operands = as_policy_wants("mse_loss", given, given_target);
  const Tensor &prediction = operands[0], &target = operands[1];
  require_floating("mse_loss", prediction);
  require_same_device("mse_loss", prediction, target);
  require_same_dtype("mse_loss", prediction, target);
  require_same_shape("mse_loss", prediction, target);
  const float share = 1 / static_cast<float>(prediction.numel());
  const Tensor loss = kernels::squared_difference(prediction.detach(), target.detach(), share);
  if (!needs_node({prediction})) return loss;
  const Saved left(prediction, "mse_loss", "the prediction"), right(target, "mse_loss", "the target");
  return with_gradient(loss, "mse_loss", {prediction}, [=](const Tensor& grad) {
    return Grads{kernels::difference_times(left.get(), right.get(), grad, 2 * share)};
  });
}

Tensor cross_entropy(const Tensor& given, const Tensor& labels) {
  const Tensor logits = as_policy_wants("cross_entropy", given)[0];
  require_floating("cross_entropy", logits);
  require_same_device("cross_entropy", logits, labels);
  if (labels.dtype() != DType::i32)
    throw DTypeError("cross_entropy: the labels are " + name_of(labels.dtype()) + ", expected i32");
  if (logits.dims() != 2 || labels.dims() != 1 || logits.size(0) != labels.size(0) || logits.size(1) == 0)
    throw ShapeError("cross_entropy: logits " + text_of(logits.shape()) + " and labels " +
                     text_of(labels.shape()) + ", expected [rows, classes] and [rows]");
  const float share = 1 / static_cast<float>(logits.size(0));
  const Tensor lse = kernels::log_sum_exp(logits.detach());
  const Tensor loss = kernels::sum(kernels::row_losses(logits.detach(), labels, lse), share);
  if (!needs_node({logits})) return loss;
  const Saved saved(logits, "cross_entropy", "the logits"), classes(labels, "cross_entropy", "the labels");
  return with_gradient(loss, "cross_entropy", {logits}, [=](const Tensor& grad) {
    return Grads{kernels::row_gradients(saved.get(), classes.get(), lse, grad, share)};
  });
}

}  // namespace gridmark::tensor
