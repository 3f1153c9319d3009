#pragma once
#include <string>
#include <vector>

#include "tests/random_kernels/kernel.h"

namespace gridmark::random_kernels {

/// A whole CUDA C++ program that runs `kernels` in turn and writes what each leaves in memory (interpret's
/// words) to the file that its first argument names. Ends with status 2 and CUDA's words for it if a call
/// fails.
std::string source(const std::vector<Kernel>& kernels);

}  // namespace gridmark::random_kernels
