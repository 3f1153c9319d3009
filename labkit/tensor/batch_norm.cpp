#include "labkit/tensor/cast_policy.h"
#include "labkit/tensor/errors.h"
#include "labkit/tensor/graph.h"
#include "labkit/tensor/kernels.h"
#include "labkit/tensor/operations.h"

namespace gridmark::tensor {
namespace {

void require_of_channels(const char* what, const Tensor& one, const Tensor& x, DType dtype) {
  require_same_device("batch_norm", x, one);
  if (one.shape() != Shape{x.size(1)} || !one.is_contiguous())
    throw ShapeError("batch_norm: " + text_of(x.shape()) + " with a " + what + " " + text_of(one.shape()) +
                     ", expected [" + std::to_string(x.size(1)) + "], contiguous");
  if (one.dtype() != dtype)
    throw DTypeError(std::string("batch_norm: the ") + what + " is " + name_of(one.dtype()) + ", expected " +
                     name_of(dtype));
}

/// Mean and variance of x. Also updates the running ones.
Tensor moments_of_batch(const Tensor& x, Tensor& running_mean, Tensor& running_variance, float momentum) {
  const std::int64_t count = x.numel() / x.size(1);
  if (count < 2)
    throw ShapeError("batch_norm: a batch " + text_of(x.shape()) + " has " + std::to_string(count) +
                     " values in a channel, which have no variance. Train with at least 2");
  const Tensor moments = kernels::channel_moments(x.detach());
  const auto n = static_cast<float>(count);
  kernels::follow(running_mean, running_variance, moments, momentum, n / (n - 1));
  return moments;
}

}  // namespace

Tensor batch_norm(const Tensor& given, const Tensor& given_weight, const Tensor& given_bias,
                  Tensor& running_mean, Tensor& running_variance, bool training, float momentum,
                  float epsilon) {
  const auto operands = as_policy_wants("batch_norm", given, given_weight, given_bias);
  const Tensor &x = operands[0], &weight = operands[1], &bias = operands[2];
  require_floating("batch_norm", x);
  if (x.dims() < 2 || x.size(1) == 0)
    throw ShapeError("batch_norm of " + text_of(x.shape()) + ", expected [batch, channels, ...]");
  require_of_channels("weight", weight, x, x.dtype());
  require_of_channels("bias", bias, x, x.dtype());
  require_of_channels("running mean", running_mean, x, DType::f32);
  require_of_channels("running variance", running_variance, x, DType::f32);
  const Tensor moments = training ? moments_of_batch(x, running_mean, running_variance, momentum)
                                  : kernels::paired(running_mean.detach(), running_variance.detach());
  const Tensor y = kernels::channel_normalized(x.detach(), moments, weight.detach(), bias.detach(), epsilon);
  if (!needs_node({x, weight, bias})) return y;
  const Saved saved(x, "batch_norm", "its operand"), factor(weight, "batch_norm", "its weight");
  return with_gradient(y, "batch_norm", {x, weight, bias}, [=](const Tensor& grad) {
    const Tensor in = saved.get(), sums = kernels::channel_gradient_sums(in, moments, grad, epsilon);
    const auto column = [&](std::int64_t index) {
      return sums.transpose().row(index).contiguous().to(in.dtype());
    };
    return std::vector<Tensor>{
        kernels::channel_gradient(in, moments, training ? sums : Tensor(), factor.get(), grad, epsilon),
        column(1), column(0)};
  });
}

}  // namespace gridmark::tensor
