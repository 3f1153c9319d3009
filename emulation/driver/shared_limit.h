#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gridmark::driver {

/// Limit of static shared memory for one kernel. It is the same for all devices, unlike that of dynamic
/// shared memory.
constexpr std::size_t most_static_shared_bytes = 48 * 1024;

/// A function that declares more, which nvcc would refuse.
struct TooMuchShared {
  std::string function;  ///< "void tile<float>(float*)"
  std::size_t bytes = 0;
};

/// The functions of an object file whose own `__shared__` variables have too many bytes. These variables are
/// found among its thread-local variables by name, from the text that was compiled.
std::vector<TooMuchShared> too_much_shared(std::string_view object, std::string_view source);

/// Limit of constant memory for one file.
constexpr std::size_t most_constant_bytes = 64 * 1024;

/// The total size of an object file's own `__constant__` variables, found in the same way.
std::size_t constant_bytes(std::string_view object, std::string_view source);

}  // namespace gridmark::driver
