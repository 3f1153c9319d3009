#pragma once
#include <string>

namespace gridmark::system {

/// Whether the C++ library's shared object alone defines `name` (as the linker knows it), as it does
/// std::chrono::steady_clock::now(): no header has a text of it, so no compiler makes a copy in a program.
bool is_defined_by_cpp_library_alone(const std::string& name);

}  // namespace gridmark::system
