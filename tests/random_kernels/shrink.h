#pragma once
#include <functional>

#include "tests/random_kernels/kernel.h"

namespace gridmark::random_kernels {

/// The smallest kernel for which `fails` still holds, found by removing one statement at a time.
Kernel shrink(Kernel kernel, const std::function<bool(const Kernel&)>& fails);

}  // namespace gridmark::random_kernels
