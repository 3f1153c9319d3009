#include "labkit/tensor/graph.h"

#include <algorithm>
#include <atomic>
#include <map>

#include "labkit/tensor/body.h"
#include "labkit/tensor/cast_policy.h"
#include "labkit/tensor/errors.h"
#include "labkit/tensor/operations.h"

namespace gridmark::tensor {
namespace {

thread_local bool making_nodes = true;

std::uint64_t next_number() {
  static std::atomic<std::uint64_t> number{0};
  return ++number;
}

/// Nodes that have got a gradient, the last one made first.
using Pending = std::map<std::uint64_t, std::pair<std::shared_ptr<Node>, Tensor>, std::greater<>>;

void send(Pending& pending, const std::shared_ptr<Node>& node, Tensor grad) {
  if (node == nullptr || !grad.defined()) return;
  const auto [entry, first] = pending.try_emplace(node->number(), node, Tensor());
  Tensor& sum = entry->second.second;
  sum = first ? std::move(grad) : sum + grad;
}

void walk(const std::shared_ptr<Node>& start, Tensor grad) {
  Pending pending;
  send(pending, start, std::move(grad));
  while (!pending.empty()) {
    const std::shared_ptr<Node> node = pending.begin()->second.first;
    Tensor arrived = std::move(pending.begin()->second.second);
    pending.erase(pending.begin());
    std::vector<Tensor> grads = node->run(std::move(arrived));
    const std::size_t count = std::min(grads.size(), node->next().size());
    for (std::size_t i = 0; i < count; ++i) send(pending, node->next()[i], std::move(grads[i]));
  }
}

}  // namespace

NoGrad::NoGrad() : before_(making_nodes) { making_nodes = false; }
NoGrad::~NoGrad() { making_nodes = before_; }

WithGrad::WithGrad() : before_(making_nodes), use_(Use::activation) { making_nodes = true; }
WithGrad::~WithGrad() { making_nodes = before_; }

bool grad_enabled() { return making_nodes; }

Saved::Saved(const Tensor& tensor, std::string operation, std::string what)
    : tensor_(tensor.detach()),
      version_(tensor.version()),
      operation_(std::move(operation)),
      what_(std::move(what)) {}

Tensor Saved::get() const {
  if (tensor_.version() == version_) return tensor_;
  throw AutogradError("backward of " + operation_ + " needs " + what_ + " " + text_of(tensor_.shape()) +
                      ", which was changed in place since: it is at version " +
                      std::to_string(tensor_.version()) + ", expected " + std::to_string(version_) +
                      "; make a new tensor (x = x + y) where you change it (x += y)");
}

Node::Node(std::string name, std::vector<std::shared_ptr<Node>> next, Backward backward)
    : name_(std::move(name)),
      number_(next_number()),
      next_(std::move(next)),
      backward_(std::move(backward)) {}

bool needs_node(const std::vector<Tensor>& operands) {
  return making_nodes &&
         std::any_of(operands.begin(), operands.end(), [](const Tensor& one) { return one.requires_grad(); });
}

Tensor with_gradient(Tensor result, const char* name, const std::vector<Tensor>& operands,
                     Backward backward) {
  if (!needs_node(operands)) return result;
  std::vector<std::shared_ptr<Node>> next;
  for (const Tensor& operand : operands) next.push_back(operand.node());
  result.set_node(std::make_shared<Node>(name, std::move(next), std::move(backward)));
  return result;
}

void Tensor::backward() const {
  if (!requires_grad())
    throw AutogradError(
        "backward() of a tensor without history: nothing that it was computed from requires a "
        "gradient, or NoGrad was on");
  if (numel() != 1)
    throw AutogradError("backward() starts from a scalar, and this tensor has the shape " + text_of(shape()) +
                        "; take its sum() or mean() first");
  const UseScope use(Use::gradient);
  backward(full(shape(), 1, dtype(), device()));
}

void Tensor::backward(const Tensor& grad) const {
  if (!requires_grad())
    throw AutogradError("backward() of a tensor without history; see NoGrad and set_requires_grad()");
  require_same_device("backward", *this, grad);
  require_same_dtype("backward", *this, grad);
  require_same_shape("backward", *this, grad);
  const NoGrad guard;
  const CastScope as_it_was({});
  const UseScope use(Use::gradient);
  walk(node(), grad.detach());
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

}  // namespace gridmark::tensor
