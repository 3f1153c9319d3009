#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

namespace gridmark::driver {

/// A variable that an object file defines.
struct ObjectVariable {
  std::string_view symbol;  ///< in the file
  std::size_t bytes = 0;
  bool thread_local_ = false;
};

/// Returns an empty list for a file that is not an object file.
std::vector<ObjectVariable> object_variables(std::string_view object);

}  // namespace gridmark::driver
