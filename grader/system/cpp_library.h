#pragma once
#include <string>

namespace gridmark::system {

/// Whether `name` (as the linker knows it) is defined only in the C++ library's shared object, such as
/// std::chrono::steady_clock::now(). The headers have no definition of such a function, so no compiler makes
/// a copy in a program.
bool is_defined_by_cpp_library_alone(const std::string& name);

}  // namespace gridmark::system
