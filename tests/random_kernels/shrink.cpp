#include "tests/random_kernels/shrink.h"

namespace gridmark::random_kernels {
namespace {

using Body = std::vector<Statement>;

/// Removes as much as it can from `body`, a part of `kernel`.
bool shrink_body(Kernel& kernel, Body& body, const std::function<bool(const Kernel&)>& fails) {
  bool smaller = false;
  for (std::size_t i = body.size(); i-- > 0;) {
    const Statement left_out = body[i];
    body.erase(body.begin() + static_cast<std::ptrdiff_t>(i));
    if (fails(kernel)) {
      smaller = true;
      continue;
    }
    body.insert(body.begin() + static_cast<std::ptrdiff_t>(i), left_out);
    smaller |= shrink_body(kernel, body[i].body, fails);
    smaller |= shrink_body(kernel, body[i].other, fails);
  }
  return smaller;
}

}  // namespace

Kernel shrink(Kernel kernel, const std::function<bool(const Kernel&)>& fails) {
  while (shrink_body(kernel, kernel.body, fails)) continue;
  return kernel;
}

}  // namespace gridmark::random_kernels
