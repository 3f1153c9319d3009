#pragma once
// The state that all handles of one tensor share. For the kit's sources only.
#include <memory>
#include <utility>
#include <vector>

#include "labkit/tensor/graph.h"
#include "labkit/tensor/handle.h"

namespace gridmark::tensor {

struct Tensor::Body {
  std::shared_ptr<Storage> storage;
  Shape shape, strides;
  std::int64_t offset = 0;
  DType dtype = DType::f32;

  bool requires_grad = false;  ///< only for a leaf
  bool differentiable_view = false;
  Tensor grad;
  std::shared_ptr<Node> node;     ///< the node that made it, null for a leaf
  std::weak_ptr<Node> leaf_node;  ///< sums gradients into `grad`, lives as long as a graph needs it
  std::vector<std::pair<std::uint64_t, GradientHook>> hooks;  ///< from on_gradient(), with their numbers
};

/// The end of the gradient's path at a leaf.
class LeafNode : public Node {
 public:
  explicit LeafNode(const Tensor& leaf) : Node("a leaf", {}, {}), leaf_(leaf) {}
  std::vector<Tensor> run(Tensor grad) override;
  /// Whether on_gradient() was called for the leaf.
  bool is_watched() const { return !leaf_.body().hooks.empty(); }
  /// Calls the hooks of on_gradient().
  void report();

 private:
  Tensor leaf_;
};

}  // namespace gridmark::tensor
