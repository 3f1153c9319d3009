#pragma once
#include <cstddef>

#include "emulation/rewrite/source.h"

namespace gridmark::rewrite {

/// First token of the expression that names the kernel in front of `chevrons` (the `<<<`):
/// k, a::k<3>, this->k, (*k), table[i][j], get(x), prefix##k, T::template k<(a > b)>.
/// Source::none if there is no such expression.
std::size_t kernel_expression(const Source& source, std::size_t chevrons);

}  // namespace gridmark::rewrite
