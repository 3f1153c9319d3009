#include "labkit/tensor/tensor.h"

#include "labkit/tensor/body.h"
#include "labkit/tensor/device.h"
#include "labkit/tensor/kernels.h"

namespace gridmark::tensor {

Tensor Tensor::empty(const Shape& shape, DType dtype, Device device) {
  for (const std::int64_t size : shape)
    if (size < 0) throw ShapeError("the shape " + text_of(shape) + " has a negative size");
  auto body = std::make_shared<Body>();
  body->storage =
      std::make_shared<Storage>(static_cast<std::size_t>(tensor::numel(shape)) * size_of(dtype), device);
  body->shape = shape;
  body->strides = contiguous_strides(shape);
  body->dtype = dtype;
  return Tensor(std::move(body));
}

Tensor Tensor::zeros(const Shape& shape, DType dtype, Device device) { return full(shape, 0, dtype, device); }

Tensor Tensor::full(const Shape& shape, float value, DType dtype, Device device) {
  Tensor result = empty(shape, dtype, device);
  kernels::fill(result, value);
  return result;
}

Tensor Tensor::from(const std::vector<float>& values, const Shape& shape, DType dtype, Device device) {
  if (static_cast<std::int64_t>(values.size()) != tensor::numel(shape))
    throw ShapeError(std::to_string(values.size()) + " values do not fill the shape " + text_of(shape) +
                     ", which has " + std::to_string(tensor::numel(shape)) + " elements");
  Tensor result = empty(shape);
  std::copy(values.begin(), values.end(), result.data<float>());
  return result.to(dtype).to(device);
}

Tensor Tensor::labels(const std::vector<std::int32_t>& values, Device device) {
  Tensor result = empty({static_cast<std::int64_t>(values.size())}, DType::i32);
  std::copy(values.begin(), values.end(), result.data<std::int32_t>());
  return result.to(device);
}

Tensor Tensor::rand(const Shape& shape, Generator& generator, DType dtype, Device device) {
  std::vector<float> values(static_cast<std::size_t>(tensor::numel(shape)));
  for (float& value : values) value = generator.uniform();
  return from(values, shape, dtype, device);
}

Tensor Tensor::randn(const Shape& shape, Generator& generator, DType dtype, Device device) {
  std::vector<float> values(static_cast<std::size_t>(tensor::numel(shape)));
  for (float& value : values) value = generator.normal();
  return from(values, shape, dtype, device);
}

const Tensor::Body& Tensor::body() const {
  if (!body_)
    throw Error(
        "this tensor is undefined: nothing was assigned to it, or it is a gradient before backward()");
  return *body_;
}
Tensor::Body& Tensor::body() { return const_cast<Body&>(static_cast<const Tensor*>(this)->body()); }

const Shape& Tensor::shape() const { return body().shape; }
const Shape& Tensor::strides() const { return body().strides; }
std::int64_t Tensor::offset() const { return body().offset; }
std::int64_t Tensor::numel() const { return tensor::numel(shape()); }
DType Tensor::dtype() const { return body().dtype; }
Device Tensor::device() const { return body().storage->device(); }
int Tensor::version() const { return body().storage->version(); }
void Tensor::bump_version() { body().storage->bump_version(); }

std::int64_t Tensor::size(int dim) const {
  const int from_start = dim < 0 ? dim + dims() : dim;
  if (from_start < 0 || from_start >= dims())
    throw ShapeError("dimension " + std::to_string(dim) + " of the shape " + text_of(shape()) +
                     " does not exist");
  return shape()[static_cast<std::size_t>(from_start)];
}

bool Tensor::is_contiguous() const {
  std::int64_t step = 1;
  for (std::size_t dim = shape().size(); dim-- > 0; step *= shape()[dim])
    if (shape()[dim] != 1 && strides()[dim] != step) return numel() == 0;
  return true;
}

void* Tensor::address() const {
  return static_cast<char*>(body().storage->data()) + static_cast<std::size_t>(offset()) * size_of(dtype());
}

bool Tensor::shares_storage_with(const Tensor& other) const { return body().storage == other.body().storage; }

Tensor Tensor::to(Device device) const {
  if (device == this->device()) return *this;
  const Tensor rows = detach().contiguous();
  Tensor result = empty(shape(), dtype(), device);
  copy_bytes(result.address(), device, rows.address(), this->device(), bytes());
  const Device back = this->device();
  return with_gradient(result, "to(Device)", {*this},
                       [back](const Tensor& grad) { return std::vector<Tensor>{grad.to(back)}; });
}

Tensor Tensor::to(DType dtype) const {
  if (dtype == this->dtype()) return *this;
  Tensor result = empty(shape(), dtype, device());
  kernels::copy(detach(), result);
  const DType back = this->dtype();
  return with_gradient(result, "to(DType)", {*this},
                       [back](const Tensor& grad) { return std::vector<Tensor>{grad.to(back)}; });
}

Tensor Tensor::clone() const {
  Tensor result = empty(shape(), dtype(), device());
  kernels::copy(detach(), result);
  return with_gradient(result, "clone", {*this},
                       [](const Tensor& grad) { return std::vector<Tensor>{grad}; });
}

float Tensor::item() const {
  if (numel() != 1)
    throw ShapeError("item() of a tensor of the shape " + text_of(shape()) +
                     ": only one element is a number");
  return to_vector()[0];
}

std::vector<float> Tensor::to_vector() const {
  const Tensor rows = detach().to(DType::f32).to(Device::host()).contiguous();
  return {rows.data<float>(), rows.data<float>() + rows.numel()};
}

std::vector<std::int32_t> Tensor::to_ints() const {
  if (dtype() != DType::i32)
    throw DTypeError("to_ints() of a tensor of " + name_of(dtype()) + ": use to_vector()");
  const Tensor rows = detach().to(Device::host()).contiguous();
  return {rows.data<std::int32_t>(), rows.data<std::int32_t>() + rows.numel()};
}

void require_same_device(const char* operation, const Tensor& a, const Tensor& b) {
  if (a.device() == b.device()) return;
  throw DeviceMismatchError(std::string(operation) + ": device mismatch: " + text_of(a.shape()) +
                            " lies on " + a.device().name() + ", " + text_of(b.shape()) + " on " +
                            b.device().name() + ". Move one with to(Device)");
}

void require_same_dtype(const char* operation, const Tensor& a, const Tensor& b) {
  if (a.dtype() == b.dtype()) return;
  throw DTypeError(std::string(operation) + ": type mismatch: " + text_of(a.shape()) + " is " +
                   name_of(a.dtype()) + ", " + text_of(b.shape()) + " is " + name_of(b.dtype()) +
                   ". Convert one with to(DType)");
}

void require_same_shape(const char* operation, const Tensor& a, const Tensor& b) {
  if (a.shape() == b.shape()) return;
  throw ShapeError(std::string(operation) + ": the shapes " + text_of(a.shape()) + " and " +
                   text_of(b.shape()) + " differ");
}

void require_floating(const char* operation, const Tensor& x) {
  if (!is_floating(x.dtype()))
    throw DTypeError(std::string(operation) + " of " + name_of(x.dtype()) + ": it takes f32, f16 and bf16");
}

}  // namespace gridmark::tensor
