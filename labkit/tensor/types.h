#pragma once
// The element types of a tensor and the devices of its memory.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gridmark::tensor {

/// The type of an element. f16 has 11 significant bits and a maximum of 65504. bf16 has 8 significant bits
/// and the range of f32.
enum class DType { f32, f16, bf16, i32 };

/// "f32"
std::string name_of(DType dtype);

/// Bytes of one element.
std::size_t size_of(DType dtype);

/// Whether the type can have gradients: f32, f16 and bf16.
bool is_floating(DType dtype);

/// The type that can hold all values of both: the common type if they are equal, else f32.
DType wider_of(DType a, DType b);

/// The host's memory, or the memory of the GPU with an index.
class Device {
 public:
  static Device host() { return Device(-1); }
  static Device cuda(int index = 0) { return Device(index); }

  bool is_host() const { return index_ < 0; }
  bool is_device() const { return index_ >= 0; }
  /// The index for cudaSetDevice, below 0 for the host.
  int index() const { return index_; }
  /// "host" or "device 0"
  std::string name() const;

  friend bool operator==(Device a, Device b) { return a.index_ == b.index_; }
  friend bool operator!=(Device a, Device b) { return !(a == b); }
  friend bool operator<(Device a, Device b) { return a.index_ < b.index_; }

 private:
  explicit Device(int index) : index_(index) {}
  int index_;
};

/// Sizes of the dimensions, outermost first: {} is a scalar, {rows, columns} a matrix.
using Shape = std::vector<std::int64_t>;

/// "[2, 3]"
std::string text_of(const Shape& shape);

/// The product of the sizes, 1 for a scalar.
std::int64_t numel(const Shape& shape);

/// Distances between neighbours in each dimension, in elements, for contiguous rows.
Shape contiguous_strides(const Shape& shape);

}  // namespace gridmark::tensor
