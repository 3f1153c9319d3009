#pragma once
#include <string>

namespace gridmark::counters {

/// "tile(float*)::s" -> "s"
std::string last_name(const std::string& full);

/// Guards and tables of the compiler, and variables of the engine and the standard library.
bool is_foreign(const char* symbol);

}  // namespace gridmark::counters
