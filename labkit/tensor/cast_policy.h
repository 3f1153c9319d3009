#pragma once
// The type in which operations compute. Mixed precision is implemented here.
//
// While a policy is set, each operation of operations.h asks it once before it computes. It then converts its
// floating-point operands to the type that the policy returns. The conversions are part of the graph, so a
// gradient arrives at an f32 parameter in f32. A backward pass runs without a policy and uses the types of
// the forward pass.
#include <array>
#include <functional>
#include <string>

#include "labkit/tensor/handle.h"

namespace gridmark::tensor {

/// operation  "matmul", "linear", "+", "softmax", "layer_norm", "cross_entropy", ...: the function's name
/// widest     the type that holds all values of its operands
/// returns    the type to compute in, or `widest` if the policy has no preference. Never i32
using CastPolicy = std::function<DType(const std::string& operation, DType widest)>;

/// Sets a policy for this thread while the scope lives, then restores the earlier one. An empty policy means
/// none.
///
///   const CastScope half([](const std::string& operation, DType widest) {
///     return operation == "matmul" || operation == "linear" ? DType::f16 : widest;
///   });
class CastScope {
 public:
  explicit CastScope(CastPolicy policy);
  ~CastScope();
  CastScope(const CastScope&) = delete;
  CastScope& operator=(const CastScope&) = delete;

 private:
  CastPolicy before_;
};

/// This thread's current policy. A copy may outlive its scope, for a forward pass that is repeated later.
CastPolicy cast_policy();

namespace detail {
void convert(const char* operation, Tensor* const* operands, std::size_t count);
}

/// The operands of `operation` in the types that the policy wants. Undefined and i32 operands stay as they
/// are.
template <class... Tensors>
std::array<Tensor, sizeof...(Tensors)> as_policy_wants(const char* operation, const Tensors&... operands) {
  std::array<Tensor, sizeof...(Tensors)> result{operands...};
  std::array<Tensor*, sizeof...(Tensors)> each{};
  for (std::size_t i = 0; i < result.size(); ++i) each[i] = &result[i];
  detail::convert(operation, each.data(), each.size());
  return result;
}

}  // namespace gridmark::tensor
