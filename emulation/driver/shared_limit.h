#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gridmark::driver {

/// Of static shared memory, for one kernel: every device's limit, whatever it has for dynamic shared memory.
constexpr std::size_t most_static_shared_bytes = 48 * 1024;

/// A function that declares more, as nvcc would not have it.
struct TooMuchShared {
  std::string function;  ///< "void tile<float>(float*)"
  std::size_t bytes = 0;
};

/// The functions of an object file whose own `__shared__` variables are too many bytes. Which of its
/// thread-local variables these are is known by name, from the text that was compiled.
std::vector<TooMuchShared> too_much_shared(std::string_view object, std::string_view source);

/// Of constant memory, for one file.
constexpr std::size_t most_constant_bytes = 64 * 1024;

/// What an object file's own `__constant__` variables are in all, known as above.
std::size_t constant_bytes(std::string_view object, std::string_view source);

}  // namespace gridmark::driver
