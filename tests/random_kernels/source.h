#pragma once
#include <string>
#include <vector>

#include "tests/random_kernels/kernel.h"

namespace gridmark::random_kernels {

/// A complete CUDA C++ program. It runs `kernels` in turn, and writes the final memory of each (interpret's
/// words) to the file in its first argument. If a call fails, it prints CUDA's message and ends with status
/// 2.
std::string source(const std::vector<Kernel>& kernels);

}  // namespace gridmark::random_kernels
