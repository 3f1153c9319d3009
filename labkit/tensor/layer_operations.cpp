// The operations of layers, except the products. Each is either a kernel with its gradient, or composed of
// operations that have theirs.
#include <cmath>
#include <limits>

#include "labkit/tensor/cast_policy.h"
#include "labkit/tensor/errors.h"
#include "labkit/tensor/graph.h"
#include "labkit/tensor/kernels.h"
#include "labkit/tensor/operations.h"

namespace gridmark::tensor {
namespace {

using Grads = std::vector<Tensor>;

void require_dims(const char* operation, const Tensor& x, int least) {
  if (x.dims() < least)
    throw ShapeError(std::string(operation) + " of " + text_of(x.shape()) + ": it takes at least " +
                     std::to_string(least) + " dimension" + (least == 1 ? "" : "s"));
}

/// The windows of x [batch,channels,height,width], one in each row.
Tensor windows_of(const Tensor& x, const kernels::Windows& windows) {
  const Shape shape = x.shape();
  return with_gradient(kernels::unfolded(x.detach(), windows), "conv2d", {x},
                       [=](const Tensor& grad) { return Grads{kernels::folded(grad, windows, shape)}; });
}

void require_attention_shapes(const Tensor& q, const Tensor& k, const Tensor& v) {
  bool fit = q.dims() >= 2 && q.dims() == k.dims() && q.dims() == v.dims();
  for (int dim = 0; fit && dim < q.dims() - 2; ++dim)
    fit = q.size(dim) == k.size(dim) && q.size(dim) == v.size(dim);
  if (fit && q.size(-1) == k.size(-1) && k.size(-2) == v.size(-2)) return;
  throw ShapeError("attention: q " + text_of(q.shape()) + ", k " + text_of(k.shape()) + ", v " +
                   text_of(v.shape()) + ", expected [..., queries, d], [..., keys, d] and [..., keys, n]");
}

}  // namespace

Tensor softmax(const Tensor& given) {
  const Tensor x = as_policy_wants("softmax", given)[0];
  require_floating("softmax", x);
  require_dims("softmax", x, 1);
  const Tensor y = kernels::softmax(x.detach());
  if (!needs_node({x})) return y;
  const Saved result(y, "softmax", "its result");
  return with_gradient(y, "softmax", {x}, [result](const Tensor& grad) {
    return Grads{kernels::softmax_gradient(result.get(), grad)};
  });
}

Tensor layer_norm(const Tensor& given, const Tensor& given_weight, const Tensor& given_bias, float epsilon) {
  const auto operands = as_policy_wants("layer_norm", given, given_weight, given_bias);
  const Tensor &x = operands[0], &weight = operands[1], &bias = operands[2];
  require_floating("layer_norm", x);
  require_dims("layer_norm", x, 1);
  for (const Tensor& other : {weight, bias}) {
    require_same_device("layer_norm", x, other);
    require_same_dtype("layer_norm", x, other);
    if (other.shape() != Shape{x.size(-1)})
      throw ShapeError("layer_norm: " + text_of(x.shape()) + " with weight or bias " +
                       text_of(other.shape()) + "; expected [" + std::to_string(x.size(-1)) + "]");
  }
  const Tensor moments = kernels::moments(x.detach(), epsilon);
  const Tensor y = kernels::normalized(x.detach(), moments, weight.detach(), bias.detach());
  if (!needs_node({x, weight, bias})) return y;
  const Saved saved(x, "layer_norm", "its operand"), factor(weight, "layer_norm", "its weight");
  return with_gradient(y, "layer_norm", {x, weight, bias}, [=](const Tensor& grad) {
    const Tensor in = saved.get();
    return Grads{kernels::normalized_gradient(in, moments, factor.get(), grad),
                 kernels::weight_gradient(in, moments, grad),
                 kernels::sum_of_rows(grad.reshape({-1, grad.size(-1)}))};
  });
}

Tensor embedding(const Tensor& given, const Tensor& indices) {
  const Tensor weight = as_policy_wants("embedding", given)[0];
  require_floating("embedding", weight);
  require_same_device("embedding", weight, indices);
  if (indices.dtype() != DType::i32)
    throw DTypeError("embedding: the indices are " + name_of(indices.dtype()) + ", expected i32");
  if (weight.dims() != 2)
    throw ShapeError("embedding: the weight is " + text_of(weight.shape()) + ", expected [rows, n]");
  const Tensor y = kernels::chosen_rows(weight.detach(), indices.detach());
  if (!needs_node({weight})) return y;
  const Saved saved(indices, "embedding", "the indices");
  const std::int64_t rows = weight.size(0);
  const DType dtype = weight.dtype();
  return with_gradient(y, "embedding", {weight}, [=](const Tensor& grad) {
    return Grads{kernels::summed_by_row(grad, saved.get(), rows).to(dtype)};
  });
}

Tensor dropout(const Tensor& given, float probability, Generator& generator) {
  const Tensor x = as_policy_wants("dropout", given)[0];
  require_floating("dropout", x);
  if (!(probability >= 0 && probability < 1))
    throw Error("dropout with a probability of " + std::to_string(probability) + ", expected 0 <= p < 1");
  const float keep = 1 - probability;
  const std::uint64_t seed = generator.seed();
  const std::uint64_t position = generator.reserve(static_cast<std::uint64_t>(x.numel()));
  return with_gradient(
      kernels::dropout(x.detach(), keep, seed, position), "dropout", {x},
      [=](const Tensor& grad) { return Grads{kernels::dropout(grad, keep, seed, position)}; });
}

Tensor causal_mask(const Tensor& given) {
  const Tensor scores = as_policy_wants("causal_mask", given)[0];
  require_floating("causal_mask", scores);
  require_dims("causal_mask", scores, 2);
  const Tensor y = kernels::above_diagonal(scores.detach(), -std::numeric_limits<float>::infinity());
  return with_gradient(y, "causal_mask", {scores},
                       [](const Tensor& grad) { return Grads{kernels::above_diagonal(grad, 0)}; });
}

Tensor attention(const Tensor& q, const Tensor& k, const Tensor& v, bool causal) {
  require_attention_shapes(q, k, v);
  const std::int64_t d = q.size(-1);
  const Tensor queries = q.reshape({-1, q.size(-2), d}), keys = k.reshape({-1, k.size(-2), d});
  const Tensor values = v.reshape({-1, v.size(-2), v.size(-1)});
  const float scale = 1 / std::sqrt(static_cast<float>(d));
  Tensor scores = matmul(queries * scale, keys.transpose());
  if (causal) scores = causal_mask(scores);
  Shape shape = q.shape();
  shape.back() = v.size(-1);
  return matmul(softmax(scores), values).view(shape);
}

Tensor conv2d(const Tensor& given, const Tensor& given_weight, const Tensor& given_bias, int stride,
              int padding) {
  const auto operands = as_policy_wants("conv2d", given, given_weight, given_bias);
  const CastScope decided({});  // for the operations inside this one
  const Tensor &x = operands[0], &weight = operands[1], &bias = operands[2];
  require_floating("conv2d", x);
  if (x.dims() != 4 || weight.dims() != 4 || x.size(1) != weight.size(1))
    throw ShapeError("conv2d: " + text_of(x.shape()) + " with a weight " + text_of(weight.shape()) +
                     ", expected [batch, channels, height, width] and [out, channels, rows, columns]");
  if (stride < 1 || padding < 0 || x.size(2) + 2 * padding < weight.size(2) ||
      x.size(3) + 2 * padding < weight.size(3))
    throw ShapeError("conv2d: windows of " + text_of(weight.shape()) + " with stride " +
                     std::to_string(stride) + " and padding " + std::to_string(padding) + " do not fit " +
                     text_of(x.shape()));
  const kernels::Windows windows{weight.size(2), weight.size(3), stride, padding};
  const std::int64_t rows = windows.rows(x.size(2)), columns = windows.columns(x.size(3)),
                     out = weight.size(0);
  const Tensor y = linear(windows_of(x, windows), weight.reshape({out, -1}), bias);  // [batch * places, out]
  return y.view({x.size(0), rows * columns, out}).transpose().reshape({x.size(0), out, rows, columns});
}

Tensor max_pool2d(const Tensor& given, int size, int stride) {
  const Tensor x = as_policy_wants("max_pool2d", given)[0];
  require_floating("max_pool2d", x);
  if (x.dims() != 4)
    throw ShapeError("max_pool2d of " + text_of(x.shape()) + ", expected [batch, channels, height, width]");
  if (size < 1 || stride < 1 || x.size(2) < size || x.size(3) < size)
    throw ShapeError("max_pool2d: windows of " + std::to_string(size) + " x " + std::to_string(size) +
                     " with stride " + std::to_string(stride) + " do not fit " + text_of(x.shape()));
  const kernels::Windows windows{size, size, stride, 0};
  Tensor chosen;
  const Tensor y = kernels::greatest_of_windows(x.detach(), windows, chosen);
  const Shape shape = x.shape();
  return with_gradient(y, "max_pool2d", {x}, [=](const Tensor& grad) {
    return Grads{kernels::sent_to_chosen(grad, chosen, windows, shape)};
  });
}

}  // namespace gridmark::tensor
