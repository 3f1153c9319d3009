#pragma once
#include <functional>

#include "tests/random_kernels/kernel.h"

namespace gridmark::random_kernels {

/// The smallest kernel, by leaving out statements one at a time, for which `fails` still holds.
Kernel shrink(Kernel kernel, const std::function<bool(const Kernel&)>& fails);

}  // namespace gridmark::random_kernels
