#pragma once
// Tensor: a handle on elements in memory. Copying a Tensor copies the handle, never the elements.
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "labkit/tensor/memory.h"
#include "labkit/tensor/random.h"
#include "labkit/tensor/types.h"

namespace gridmark::tensor {

class Node;
class Tensor;

/// Gets the leaf whose gradient is complete.
using GradientHook = std::function<void(Tensor& leaf)>;

/// A strided array: element (i, j) lies at offset + i * strides[0] + j * strides[1] of the storage.
///
/// Work on a device is queued on its current stream (stream.h), the default stream at first; to_vector(),
/// item() and to(Device) wait for it. Functions throw what errors.h names. Those of an undefined tensor throw
/// Error.
class Tensor {
 public:
  /// Undefined: what grad() gives before there is one.
  Tensor() = default;

  /// Elements have no value yet.
  static Tensor empty(const Shape& shape, DType dtype = DType::f32, Device device = Device::host());
  static Tensor zeros(const Shape& shape, DType dtype = DType::f32, Device device = Device::host());
  static Tensor full(const Shape& shape, float value, DType dtype = DType::f32,
                     Device device = Device::host());
  /// errors  ShapeError: `values` has another number of elements than `shape`
  static Tensor from(const std::vector<float>& values, const Shape& shape, DType dtype = DType::f32,
                     Device device = Device::host());
  /// Class labels, as i32.
  static Tensor labels(const std::vector<std::int32_t>& values, Device device = Device::host());
  /// Uniform in [0, 1). Drawn on the host, so that all devices get the same values.
  static Tensor rand(const Shape& shape, Generator& generator, DType dtype = DType::f32,
                     Device device = Device::host());
  /// Normal, mean 0 and variance 1. Drawn on the host.
  static Tensor randn(const Shape& shape, Generator& generator, DType dtype = DType::f32,
                      Device device = Device::host());

  bool defined() const { return body_ != nullptr; }
  const Shape& shape() const;
  const Shape& strides() const;  ///< in elements
  std::int64_t offset() const;   ///< of the first element, in elements from the start of the storage
  int dims() const { return static_cast<int>(shape().size()); }
  std::int64_t size(int dim) const;  ///< dim counts from the end where it is negative
  std::int64_t numel() const;
  DType dtype() const;
  Device device() const;
  bool is_contiguous() const;
  /// The first element, a pointer of the host or of the device. T must be what dtype() says: float, __half,
  /// __nv_bfloat16 or std::int32_t, which is not checked.
  template <class T>
  T* data() const {
    return static_cast<T*>(address());
  }
  /// Bytes of the elements, shared or not.
  std::size_t bytes() const { return static_cast<std::size_t>(numel()) * size_of(dtype()); }
  /// Whether both look at the same memory.
  bool shares_storage_with(const Tensor& other) const;

  // Copies. to() returns the tensor itself where there is nothing to do; all three pass gradients on.
  Tensor to(Device device) const;
  Tensor to(DType dtype) const;
  Tensor clone() const;

  // Views: another shape on the same memory, so that a change through one is seen through the other.
  /// errors  ShapeError: another number of elements, or strides that no view of this shape can have (then
  ///         reshape() copies). One size may be -1: it is computed.
  Tensor view(const Shape& shape) const;
  /// A view where strides allow it, else a contiguous copy.
  Tensor reshape(const Shape& shape) const;
  Tensor transpose(int first = -2, int second = -1) const;
  /// Elements [start, start + length) of dimension `dim`.
  Tensor narrow(int dim, std::int64_t start, std::int64_t length) const;
  /// Element `index` of the first dimension, which goes away.
  Tensor row(std::int64_t index) const;
  /// Itself where rows lie one after the other, else a copy in that order.
  Tensor contiguous() const;

  // To the host, in the order of rows.
  float item() const;  ///< errors  ShapeError: more than one element
  std::vector<float> to_vector() const;
  std::vector<std::int32_t> to_ints() const;  ///< errors  DTypeError: not i32

  // In place: each bumps the version of the storage. A tensor with a history may be changed; whether a
  // gradient needed the old values shows in backward().
  Tensor& operator+=(const Tensor& other);
  Tensor& operator-=(const Tensor& other);
  Tensor& operator*=(float factor);
  Tensor& fill(float value);
  /// Elements of `source`, which may lie on another device or have another type.
  Tensor& copy_from(const Tensor& source);
  int version() const;
  /// For kernels of your own that change the elements behind data().
  void bump_version();

  // Gradients.
  bool requires_grad() const;
  /// Of a leaf: gradients are summed up in grad() from now on.
  Tensor& set_requires_grad(bool wanted = true);
  bool is_leaf() const;
  /// Undefined before the first backward().
  Tensor grad() const;
  /// Releases the gradient's memory.
  void zero_grad();
  void set_grad(const Tensor& grad);
  /// Calls `hook` in each backward() that reaches this leaf: once, on the thread of backward(), when all uses
  /// of the leaf are summed up in grad(). Leaves of later layers come first, while earlier layers still wait
  /// for their turn. A leaf that gets no gradient is not reported. The hook may read and change the gradient;
  /// its kernels are queued behind those that made it. In a backward() that an operation runs inside another
  /// one (a checkpoint), leaves are reported at the end of the outer one, because it may use them again.
  ///
  /// The hook lives as long as the leaf, so it should not hold a handle on it: it gets one.
  ///
  /// returns  a number for remove_gradient_hook()
  /// errors   AutogradError: not a leaf that requires a gradient. What the hook throws leaves backward().
  std::uint64_t on_gradient(GradientHook hook);
  /// errors  Error: no such hook
  void remove_gradient_hook(std::uint64_t number);
  /// The same elements without history.
  Tensor detach() const;
  /// Sums the gradient of this scalar into each leaf that it was computed from. The graph stays as long as
  /// somebody holds a result of it: a loss that is kept keeps its activations.
  /// errors  AutogradError: no scalar, no history, or a saved tensor has changed in place
  void backward() const;
  /// The same from a tensor of any shape, whose gradient is given: for an operation of your own whose
  /// backward pass runs a graph of its own.
  void backward(const Tensor& grad) const;

  /// Lets this tensor, and with it all handles on it, have the elements of `other`: how a module's parameters
  /// change device or type.
  void set_data(const Tensor& other);

  // For operations (graph.h): the node whose backward pass leads on from here, and how one is set.
  std::shared_ptr<Node> node() const;
  void set_node(std::shared_ptr<Node> node);

 private:
  struct Body;
  explicit Tensor(std::shared_ptr<Body> body) : body_(std::move(body)) {}
  const Body& body() const;
  Body& body();
  void* address() const;
  Tensor alias(const Shape& shape, const Shape& strides, std::int64_t offset) const;
  void require_changeable(const char* operation) const;
  friend class LeafNode;

  std::shared_ptr<Body> body_;
};

/// Throws unless all lie on one device. `operation` begins the message.
void require_same_device(const char* operation, const Tensor& a, const Tensor& b);
void require_same_dtype(const char* operation, const Tensor& a, const Tensor& b);
void require_same_shape(const char* operation, const Tensor& a, const Tensor& b);
/// Throws for i32.
void require_floating(const char* operation, const Tensor& x);

}  // namespace gridmark::tensor
