#pragma once
#include <cstddef>
#include <string>

namespace gridmark::emulation {

/// How much dynamic shared memory a launch of the kernel may ask for; where the launch does not say which
/// kernel it is for (null), the most that any was allowed. Callers hold the device lock.
std::size_t allowed_dynamic_shared_bytes(const void* function);

/// The function's name as the linker knows it; empty where there is none.
std::string function_at(const void* function);

}  // namespace gridmark::emulation
