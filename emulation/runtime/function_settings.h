#pragma once
#include <cstddef>
#include <string>

namespace gridmark::emulation {

/// Limit of dynamic shared memory for a launch of the kernel. If the launch does not name its kernel (null),
/// the largest limit of any kernel. Callers must hold the device lock.
std::size_t allowed_dynamic_shared_bytes(const void* function);

/// The function's name in the linker's tables. Empty if there is none.
std::string function_at(const void* function);

}  // namespace gridmark::emulation
