// Tensors that use another tensor's memory.
#include <numeric>

#include "labkit/tensor/body.h"
#include "labkit/tensor/errors.h"
#include "labkit/tensor/kernels.h"

namespace gridmark::tensor {
namespace {

/// `shape` with -1 replaced by the size that completes `of`.
Shape completed(const Shape& shape, const Tensor& of) {
  Shape full = shape;
  std::int64_t known = 1;
  std::int64_t* open = nullptr;
  for (std::int64_t& size : full) {
    if (size != -1)
      known *= size;
    else if (open == nullptr)
      open = &size;
    else
      throw ShapeError("the shape " + text_of(shape) + " has more than one size to be computed");
  }
  if (open != nullptr && known > 0) *open = of.numel() / known;
  if (numel(full) == of.numel()) return full;
  throw ShapeError("a tensor of the shape " + text_of(of.shape()) + " (" + std::to_string(of.numel()) +
                   " elements) cannot be seen as " + text_of(shape));
}

/// Strides that give memory of the old layout the shape `shape`, empty if there are none. Walks both shapes
/// from the end. Old dimensions that are contiguous in each other can be split differently, others cannot.
bool strides_for(const Shape& old_shape, const Shape& old_strides, const Shape& shape, Shape& strides) {
  strides.assign(shape.size(), 1);
  std::size_t next = shape.size();
  for (std::size_t dim = old_shape.size(); dim-- > 0;) {
    std::int64_t room = old_shape[dim];
    const std::int64_t step = old_strides[dim];
    while (dim > 0 && (old_shape[dim - 1] == 1 || old_strides[dim - 1] == room * step))
      room *= old_shape[--dim];
    std::int64_t filled = 1;
    while (next > 0 && (filled < room || shape[next - 1] == 1)) {
      strides[--next] = filled * step;
      filled *= shape[next];
    }
    if (filled != room) return false;
  }
  return true;
}

std::size_t checked_dim(const Tensor& tensor, int dim) {
  tensor.size(dim);  // throws if there is none
  return static_cast<std::size_t>(dim < 0 ? dim + tensor.dims() : dim);
}

}  // namespace

/// A view of the same memory without a history.
Tensor Tensor::alias(const Shape& shape, const Shape& strides, std::int64_t offset) const {
  auto other = std::make_shared<Body>();
  other->storage = body().storage;
  other->shape = shape;
  other->strides = strides;
  other->offset = offset;
  other->dtype = dtype();
  other->differentiable_view = requires_grad() && grad_enabled();
  return Tensor(std::move(other));
}

Tensor Tensor::detach() const {
  Tensor result = alias(shape(), strides(), offset());
  result.body().differentiable_view = false;
  return result;
}

Tensor Tensor::view(const Shape& wanted) const {
  const Shape full = completed(wanted, *this);
  Shape steps;
  if (is_contiguous())
    steps = contiguous_strides(full);
  else if (!strides_for(shape(), strides(), full, steps))
    throw ShapeError("view(" + text_of(full) + ") of a tensor of the shape " + text_of(shape()) +
                     " with the strides " + text_of(strides()) +
                     ": no strides give that shape. Use reshape(), which copies");
  const Shape back = shape();
  return with_gradient(alias(full, steps, offset()), "view", {*this},
                       [back](const Tensor& grad) { return std::vector<Tensor>{grad.reshape(back)}; });
}

Tensor Tensor::reshape(const Shape& wanted) const {
  const Shape full = completed(wanted, *this);
  Shape steps;
  if (is_contiguous() || strides_for(shape(), strides(), full, steps)) return view(full);
  return contiguous().view(full);
}

Tensor Tensor::transpose(int first, int second) const {
  const std::size_t a = checked_dim(*this, first), b = checked_dim(*this, second);
  Shape sizes = shape(), steps = strides();
  std::swap(sizes[a], sizes[b]);
  std::swap(steps[a], steps[b]);
  return with_gradient(
      alias(sizes, steps, offset()), "transpose", {*this},
      [first, second](const Tensor& grad) { return std::vector<Tensor>{grad.transpose(first, second)}; });
}

Tensor Tensor::narrow(int dim, std::int64_t start, std::int64_t length) const {
  const std::size_t at = checked_dim(*this, dim);
  if (start < 0 || length < 0 || start > shape()[at] - length)
    throw ShapeError("narrow: elements " + std::to_string(start) + " to " + std::to_string(start + length) +
                     " of dimension " + std::to_string(dim) + " do not lie in the shape " + text_of(shape()));
  Shape sizes = shape();
  sizes[at] = length;
  const Tensor part = alias(sizes, strides(), offset() + start * strides()[at]);
  const Shape whole = shape();
  return with_gradient(part, "narrow", {*this}, [whole, dim, start, length](const Tensor& grad) {
    const Tensor full = zeros(whole, grad.dtype(), grad.device());
    Tensor part_of_full = full.narrow(dim, start, length);
    part_of_full.copy_from(grad);
    return std::vector<Tensor>{full};
  });
}

Tensor Tensor::row(std::int64_t index) const {
  const Tensor one = narrow(0, index, 1);
  return one.view(Shape(shape().begin() + 1, shape().end()));
}

Tensor Tensor::contiguous() const { return is_contiguous() ? *this : clone(); }

}  // namespace gridmark::tensor
