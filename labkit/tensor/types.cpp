#include "labkit/tensor/types.h"

namespace gridmark::tensor {

std::string name_of(DType dtype) {
  switch (dtype) {
    case DType::f32:
      return "f32";
    case DType::f16:
      return "f16";
    case DType::bf16:
      return "bf16";
    case DType::i32:
      break;
  }
  return "i32";
}

std::size_t size_of(DType dtype) { return dtype == DType::f16 || dtype == DType::bf16 ? 2 : 4; }

bool is_floating(DType dtype) { return dtype != DType::i32; }

DType wider_of(DType a, DType b) { return a == b ? a : DType::f32; }

std::string Device::name() const { return is_host() ? "host" : "device " + std::to_string(index_); }

std::string text_of(const Shape& shape) {
  std::string text = "[";
  for (const std::int64_t size : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(size);
  return text + "]";
}

std::int64_t numel(const Shape& shape) {
  std::int64_t product = 1;
  for (const std::int64_t size : shape) product *= size;
  return product;
}

Shape contiguous_strides(const Shape& shape) {
  Shape strides(shape.size());
  std::int64_t step = 1;
  for (std::size_t dim = shape.size(); dim-- > 0; step *= shape[dim]) strides[dim] = step;
  return strides;
}

}  // namespace gridmark::tensor
