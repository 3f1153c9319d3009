// The walk from a result to the leaves, and the reports to the hooks of leaves.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "labkit/tensor/body.h"
#include "labkit/tensor/cast_policy.h"
#include "labkit/tensor/errors.h"
#include "labkit/tensor/graph.h"
#include "labkit/tensor/operations.h"

namespace gridmark::tensor {
namespace {

using NodePointer = std::shared_ptr<Node>;
using LeafPointer = std::shared_ptr<LeafNode>;

/// Decides when the hooks of a leaf are called. In an outermost pass this is at once. After a nested pass the
/// leaf waits for the end of the outermost pass, which may still add to its gradient.
class LeafReports {
 public:
  LeafReports() { ++passes(); }
  ~LeafReports() {
    if (--passes() == 0) waiting().clear();  // not empty after an exception
  }
  LeafReports(const LeafReports&) = delete;
  LeafReports& operator=(const LeafReports&) = delete;

  void complete(const LeafPointer& leaf) {
    if (!leaf->is_watched()) return;  // waiting would keep the operand of a checkpoint
    if (std::find(waiting().begin(), waiting().end(), leaf) != waiting().end()) return;
    if (passes() == 1)
      leaf->report();
    else
      waiting().push_back(leaf);
  }

  void end_pass() {
    while (passes() == 1 && !waiting().empty())
      for (const LeafPointer& leaf : std::exchange(waiting(), {})) leaf->report();
  }

 private:
  static int& passes() {  // nested passes of this thread
    thread_local int count = 0;
    return count;
  }
  static std::vector<LeafPointer>& waiting() {
    thread_local std::vector<LeafPointer> leaves;
    return leaves;
  }
};

/// A walk from a result to the leaves.
class BackwardPass {
 public:
  void walk(const NodePointer& start, Tensor grad) {
    count_uses(start);
    send(start, std::move(grad));
    finish_complete_leaves();
    while (!pending_.empty()) {
      const NodePointer node = pending_.begin()->second.first;
      Tensor arrived = std::move(pending_.begin()->second.second);
      pending_.erase(pending_.begin());
      std::vector<Tensor> grads = node->run(std::move(arrived));
      grads.resize(node->next().size());
      for (std::size_t i = 0; i < grads.size(); ++i) send(node->next()[i], std::move(grads[i]));
      finish_complete_leaves();
    }
    for (const auto& [number, leaf] : leaves_) complete_.insert(number);  // their other uses got no gradient
    finish_complete_leaves();
    reports_.end_pass();
  }

 private:
  struct Leaf {
    LeafPointer node;
    int uses = 0;  ///< uses that have not sent a gradient yet
    Tensor grad;
  };

  void count_uses(const NodePointer& start) {
    std::vector<const Node*> stack;
    std::set<const Node*> seen;
    const auto visit = [&](const NodePointer& node) {
      if (const LeafPointer leaf = std::dynamic_pointer_cast<LeafNode>(node)) {
        Leaf& entry = leaves_[leaf->number()];
        entry.node = leaf;
        ++entry.uses;
      } else if (node != nullptr && seen.insert(node.get()).second) {
        stack.push_back(node.get());
      }
    };
    visit(start);
    while (!stack.empty()) {
      const Node* node = stack.back();
      stack.pop_back();
      for (const NodePointer& next : node->next()) visit(next);
    }
  }

  void send(const NodePointer& node, Tensor grad) {
    if (node == nullptr) return;
    if (const auto leaf = leaves_.find(node->number()); leaf != leaves_.end()) {
      if (--leaf->second.uses == 0) complete_.insert(leaf->first);
      add(leaf->second.grad, std::move(grad));
    } else if (grad.defined()) {
      auto& [receiver, sum] = pending_[node->number()];
      receiver = node;
      add(sum, std::move(grad));
    }
  }

  static void add(Tensor& sum, Tensor grad) {
    if (grad.defined()) sum = sum.defined() ? sum + grad : std::move(grad);
  }

  void finish_complete_leaves() {
    for (const std::uint64_t number : std::exchange(complete_, {})) {
      Leaf leaf = std::move(leaves_.at(number));
      leaves_.erase(number);
      if (!leaf.grad.defined()) continue;
      leaf.node->run(std::move(leaf.grad));
      reports_.complete(leaf.node);
    }
  }

  // Keys are the nodes' numbers. The node made last comes first.
  std::map<std::uint64_t, std::pair<NodePointer, Tensor>, std::greater<>> pending_;  ///< have a gradient
  std::map<std::uint64_t, Leaf, std::greater<>> leaves_;                             ///< not complete
  std::set<std::uint64_t, std::greater<>> complete_;                                 ///< of leaves_
  LeafReports reports_;
};

}  // namespace

void Tensor::backward() const {
  if (!requires_grad())
    throw AutogradError(
        "backward() of a tensor without history: nothing that it was computed from requires a "
        "gradient, or NoGrad was on");
  if (numel() != 1)
    throw AutogradError("backward() starts from a scalar, and this tensor has the shape " + text_of(shape()) +
                        ". Take its sum() or mean() first");
  const UseScope use(Use::gradient);
  backward(full(shape(), 1, dtype(), device()));
}

void Tensor::backward(const Tensor& grad) const {
  if (!requires_grad())
    throw AutogradError("backward() of a tensor without history. See NoGrad and set_requires_grad()");
  require_same_device("backward", *this, grad);
  require_same_dtype("backward", *this, grad);
  require_same_shape("backward", *this, grad);
  const NoGrad guard;
  const CastScope as_it_was({});
  const UseScope use(Use::gradient);
  BackwardPass().walk(node(), grad.detach());
}

std::vector<Tensor> LeafNode::run(Tensor grad) {
  Tensor& sum = leaf_.body().grad;
  if (sum.defined()) {
    sum += grad;
    return {};
  }
  const bool nobody_elses = grad.body_.use_count() == 1 && grad.body().storage.use_count() == 1;
  sum = nobody_elses && grad.is_contiguous() ? grad : grad.clone();
  return {};
}

void LeafNode::report() {
  const auto hooks = leaf_.body().hooks;  // a copy, because a hook may remove itself
  for (const auto& [number, hook] : hooks) hook(leaf_);
}

}  // namespace gridmark::tensor
