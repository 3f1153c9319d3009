#include "labkit/tensor/graph.h"

#include <algorithm>
#include <atomic>
#include <utility>

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
                      ". Make a new tensor (x = x + y) where you change it (x += y)");
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

}  // namespace gridmark::tensor
