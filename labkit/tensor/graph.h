#pragma once
// The graph along which gradients flow back.
//
// Theory of operation. An operation on a tensor that requires a gradient gives its result a Node. A node can
// turn the gradient of the result into gradients of the operands. It holds the saved tensors that it needs,
// with their versions, and points to the nodes of the operands. The pointers are shared and go only from
// result to operand. So a graph lives exactly as long as its last result is held. Nodes are numbered in the
// order of their creation, so a result has a greater number than its operands. backward() starts at the
// greatest number and goes down, so it reaches each node after all its gradients have arrived. A leaf may be
// older than the graph, because each graph that uses it has the same node for it. So backward() first counts
// the uses of each leaf, and sums its gradient right after the last use.
// each leaf first, and sums its gradient up right after the last of them.
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "labkit/tensor/handle.h"

namespace gridmark::tensor {

/// No operation on this thread makes nodes while a NoGrad lives. Use it for validation and in optimizers.
class NoGrad {
 public:
  NoGrad();
  ~NoGrad();
  NoGrad(const NoGrad&) = delete;
  NoGrad& operator=(const NoGrad&) = delete;

 private:
  bool before_;
};

/// The opposite of NoGrad, for an operation whose backward pass repeats a forward pass. NoGrad is on there,
/// and memory counts as gradients. While a WithGrad lives, operations make nodes and memory counts as
/// activations.
class WithGrad {
 public:
  WithGrad();
  ~WithGrad();
  WithGrad(const WithGrad&) = delete;
  WithGrad& operator=(const WithGrad&) = delete;

 private:
  bool before_;
  UseScope use_;
};

/// Whether operations make nodes at present.
bool grad_enabled();

/// A tensor that a backward pass will need, with the version that it must still have then.
class Saved {
 public:
  Saved() = default;  ///< holds nothing: get() must not be called
  /// operation, what  words for the message: "matmul", "its left operand"
  Saved(const Tensor& tensor, std::string operation, std::string what);
  /// errors  AutogradError: its elements were changed in place after saving
  Tensor get() const;

 private:
  Tensor tensor_;
  int version_ = 0;
  std::string operation_, what_;
};

/// Computes the gradients of the operands, in their order, from the gradient of the result. A gradient that
/// an operand does not need may stay undefined.
using Backward = std::function<std::vector<Tensor>(const Tensor& grad)>;

class Node {
 public:
  Node(std::string name, std::vector<std::shared_ptr<Node>> next, Backward backward);
  virtual ~Node() = default;

  const std::string& name() const { return name_; }
  std::uint64_t number() const { return number_; }
  /// The nodes of the operands. Null for an operand that requires no gradient.
  const std::vector<std::shared_ptr<Node>>& next() const { return next_; }
  virtual std::vector<Tensor> run(Tensor grad) { return backward_(grad); }

 private:
  std::string name_;
  std::uint64_t number_;
  std::vector<std::shared_ptr<Node>> next_;
  Backward backward_;
};

/// Whether an operation on `operands` must make a node.
bool needs_node(const std::vector<Tensor>& operands);

/// Gives `result` a node if an operand requires a gradient and NoGrad is off. Use this function to write your
/// operations:
///
///   Tensor square(const Tensor& x) {
///     const Saved saved(x, "square", "its operand");
///     return with_gradient(x.detach() * x.detach(), "square", {x},
///                          [saved](const Tensor& grad) { return std::vector<Tensor>{grad * saved.get() * 2};
///                          });
///   }
Tensor with_gradient(Tensor result, const char* name, const std::vector<Tensor>& operands, Backward backward);

}  // namespace gridmark::tensor
