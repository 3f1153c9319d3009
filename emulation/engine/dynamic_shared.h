#pragma once
#include <cstddef>
#include <vector>

namespace gridmark::emulation {

/// Sets this operating-system thread's pointers of `extern __shared__ T x[];` at namespace scope.
void point_to_dynamic_shared(char* memory);

/// Where these pointers lie: distances from a thread's thread pointer.
const std::vector<std::ptrdiff_t>& dynamic_shared_pointers();

}  // namespace gridmark::emulation
