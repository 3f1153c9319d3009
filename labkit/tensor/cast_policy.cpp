#include "labkit/tensor/cast_policy.h"

#include <utility>

#include "labkit/tensor/errors.h"

namespace gridmark::tensor {
namespace {

CastPolicy& current() {
  thread_local CastPolicy policy;
  return policy;
}

bool can_convert(const Tensor& tensor) { return tensor.defined() && is_floating(tensor.dtype()); }

}  // namespace

CastScope::CastScope(CastPolicy policy) : before_(std::exchange(current(), std::move(policy))) {}
CastScope::~CastScope() { current() = std::move(before_); }

CastPolicy cast_policy() { return current(); }

void detail::convert(const char* operation, Tensor* const* operands, std::size_t count) {
  if (!current()) return;
  const Tensor* some = nullptr;
  DType widest = DType::f32;
  for (std::size_t i = 0; i < count; ++i)
    if (can_convert(*operands[i])) {
      widest = some == nullptr ? operands[i]->dtype() : wider_of(widest, operands[i]->dtype());
      some = operands[i];
    }
  if (some == nullptr) return;
  const DType wanted = current()(operation, widest);
  if (!is_floating(wanted))
    throw DTypeError(std::string("the cast policy answers ") + name_of(wanted) + " for " + operation +
                     ", expected f32, f16 or bf16");
  for (std::size_t i = 0; i < count; ++i)
    if (can_convert(*operands[i])) *operands[i] = operands[i]->to(wanted);
}

}  // namespace gridmark::tensor
