#pragma once

namespace gridmark::emulation {

/// Sets this operating-system thread's pointers of `extern __shared__ T x[];` at namespace scope.
void point_to_dynamic_shared(char* memory);

}  // namespace gridmark::emulation
