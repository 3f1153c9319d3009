#pragma once
// Tensor: a handle to elements in memory. Copying a Tensor copies the handle, never the elements.
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

/// Receives the leaf whose gradient is complete.
using GradientHook = std::function<void(Tensor& leaf)>;

/// A strided array: element (i, j) lies at offset + i * strides[0] + j * strides[1] of the storage.
///
/// Work on a device is queued on its current stream (stream.h), which is the default stream at first.
/// to_vector(), item() and to(Device) wait for it. Functions throw the errors of errors.h. Functions of an
/// undefined tensor throw Error.
class Tensor {
 public:
  /// An undefined tensor, as grad() returns it before there is a gradient.
  Tensor() = default;

  /// The elements have no value yet.
  static Tensor empty(const Shape& shape, DType dtype = DType::f32, Device device = Device::host());
  static Tensor zeros(const Shape& shape, DType dtype = DType::f32, Device device = Device::host());
  static Tensor full(const Shape& shape, float value, DType dtype = DType::f32,
                     Device device = Device::host());
  /// errors  ShapeError: the number of `values` differs from the number of elements of `shape`
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
  std::int64_t size(int dim) const;  ///< a negative dim counts from the end
  std::int64_t numel() const;
  DType dtype() const;
  Device device() const;
  bool is_contiguous() const;
  /// The first element, as a pointer to host or device memory. T must match dtype(): float, __half,
  /// __nv_bfloat16 or std::int32_t. This is not checked.
  template <class T>
  T* data() const {
    return static_cast<T*>(address());
  }
  /// Bytes of the elements, shared or not.
  std::size_t bytes() const { return static_cast<std::size_t>(numel()) * size_of(dtype()); }
  /// Whether both use the same memory.
  bool shares_storage_with(const Tensor& other) const;

  // Copies. to() returns the tensor itself if it already fits. All three pass gradients on.
  Tensor to(Device device) const;
  Tensor to(DType dtype) const;
  Tensor clone() const;

  // Views. They have another shape on the same memory, so a change through one is visible through the other.
  /// errors  ShapeError: another number of elements, or strides that no view of this shape can have (use
  ///         reshape(), which copies). One size may be -1 and is then computed
  Tensor view(const Shape& shape) const;
  /// A view if the strides allow it, else a contiguous copy.
  Tensor reshape(const Shape& shape) const;
  Tensor transpose(int first = -2, int second = -1) const;
  /// Elements [start, start + length) of dimension `dim`.
  Tensor narrow(int dim, std::int64_t start, std::int64_t length) const;
  /// Element `index` of the first dimension, without that dimension.
  Tensor row(std::int64_t index) const;
  /// The tensor itself if it is contiguous, else a contiguous copy.
  Tensor contiguous() const;

  // Copies to the host, in row order.
  float item() const;  ///< errors  ShapeError: more than one element
  std::vector<float> to_vector() const;
  std::vector<std::int32_t> to_ints() const;  ///< errors  DTypeError: not i32

  // In-place operations. Each bumps the version of the storage. A tensor with a history may be changed.
  // backward() detects whether a gradient needed the old values.
  Tensor& operator+=(const Tensor& other);
  Tensor& operator-=(const Tensor& other);
  Tensor& operator*=(float factor);
  Tensor& fill(float value);
  /// Copies the elements of `source`, which may be on another device or have another type.
  Tensor& copy_from(const Tensor& source);
  int version() const;
  /// Call this after your kernels changed the elements behind data().
  void bump_version();

  // Gradients.
  bool requires_grad() const;
  /// For a leaf: backward() sums its gradients in grad() from now on.
  Tensor& set_requires_grad(bool wanted = true);
  bool is_leaf() const;
  /// Undefined before the first backward().
  Tensor grad() const;
  /// Releases the gradient's memory.
  void zero_grad();
  void set_grad(const Tensor& grad);
  /// Calls `hook` in each backward() that reaches this leaf. It is called once, on the thread of backward(),
  /// when all uses of the leaf are summed in grad(). Leaves of later layers come first, while earlier layers
  /// are still waiting. A leaf without a gradient is not reported. The hook may read and change the gradient.
  /// Its kernels are queued behind those that made the gradient. An operation may run a backward() inside
  /// another one (a checkpoint). The leaves are then reported at the end of the outer one, because it may use
  /// them again.
  ///
  /// The hook lives as long as the leaf, so it should not hold a handle to it. It receives one.
  ///
  /// returns  a number for remove_gradient_hook()
  /// errors   AutogradError: not a leaf that requires a gradient. Exceptions of the hook leave backward()
  std::uint64_t on_gradient(GradientHook hook);
  /// errors  Error: there is no such hook
  void remove_gradient_hook(std::uint64_t number);
  /// The same elements without a history.
  Tensor detach() const;
  /// Sums the gradient of this scalar into each leaf that it was computed from. The graph lives as long as a
  /// result of it is held, so a loss that you keep also keeps its activations.
  /// errors  AutogradError: not a scalar, no history, or a saved tensor has changed in place
  void backward() const;
  /// The same from a tensor of any shape with a given gradient. Use it for an operation whose backward pass
  /// runs another graph.
  void backward(const Tensor& grad) const;

  /// Gives this tensor, and with it all handles to it, the elements of `other`. A module's parameters change
  /// their device or type in this way.
  void set_data(const Tensor& other);

  // For operations (graph.h): the node where the backward pass continues, and its setter.
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

/// Throws unless both lie on one device. `operation` begins the message.
void require_same_device(const char* operation, const Tensor& a, const Tensor& b);
void require_same_dtype(const char* operation, const Tensor& a, const Tensor& b);
void require_same_shape(const char* operation, const Tensor& a, const Tensor& b);
/// Throws for i32.
void require_floating(const char* operation, const Tensor& x);

}  // namespace gridmark::tensor
