#pragma once
// The graph that gradients flow back through.
//
// Theory of operation. An operation on a tensor that requires a gradient gives its result a Node. A node
// knows how to turn the gradient of the result into gradients of the operands, holds what it needs for that
// (saved tensors with their versions), and points to the nodes of the operands. The pointers are shared ones
// and go from result to operand only, so a graph lives exactly as long as somebody holds its last result.
// Nodes are numbered as they are made: a result's number is greater than its operands', so backward() walks
// from the greatest number down and meets each node after all its gradients have arrived. A leaf may be older
// than the graph, because each graph that uses it has the same node for it. So backward() counts the uses of
// each leaf first, and sums its gradient up right after the last of them.
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "labkit/tensor/handle.h"

namespace gridmark::tensor {

/// No operation on this thread makes nodes while one of these lives: for validation and for optimizers.
class NoGrad {
 public:
  NoGrad();
  ~NoGrad();
  NoGrad(const NoGrad&) = delete;
  NoGrad& operator=(const NoGrad&) = delete;

 private:
  bool before_;
};

/// The opposite, for an operation of your own whose backward pass repeats a forward pass: there NoGrad is on,
/// and memory counts as that of gradients; while one of these lives, nodes are made and memory is that of
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

/// Whether operations make nodes now.
bool grad_enabled();

/// A tensor that a backward pass will need, and the version that it must still have then.
class Saved {
 public:
  Saved() = default;  ///< of nothing: get() must not be called
  /// operation, what  for the message: "matmul", "its left operand"
  Saved(const Tensor& tensor, std::string operation, std::string what);
  /// errors  AutogradError: its elements have been changed in place since
  Tensor get() const;

 private:
  Tensor tensor_;
  int version_ = 0;
  std::string operation_, what_;
};

/// From the gradient of the result to the gradients of the operands, in their order. One that an operand does
/// not need may be left undefined.
using Backward = std::function<std::vector<Tensor>(const Tensor& grad)>;

class Node {
 public:
  Node(std::string name, std::vector<std::shared_ptr<Node>> next, Backward backward);
  virtual ~Node() = default;

  const std::string& name() const { return name_; }
  std::uint64_t number() const { return number_; }
  /// The nodes of the operands; null where one requires no gradient.
  const std::vector<std::shared_ptr<Node>>& next() const { return next_; }
  virtual std::vector<Tensor> run(Tensor grad) { return backward_(grad); }

 private:
  std::string name_;
  std::uint64_t number_;
  std::vector<std::shared_ptr<Node>> next_;
  Backward backward_;
};

/// Whether an operation on `operands` has to make a node.
bool needs_node(const std::vector<Tensor>& operands);

/// Gives `result` a node where one of the operands requires a gradient and NoGrad is off. An operation of
/// your own is written with this one:
///
///   Tensor square(const Tensor& x) {
///     const Saved saved(x, "square", "its operand");
///     return with_gradient(x.detach() * x.detach(), "square", {x},
///                          [saved](const Tensor& grad) { return std::vector<Tensor>{grad * saved.get() * 2};
///                          });
///   }
Tensor with_gradient(Tensor result, const char* name, const std::vector<Tensor>& operands, Backward backward);

}  // namespace gridmark::tensor
