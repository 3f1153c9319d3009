#pragma once
#include <string>

namespace gridmark::counters {

/// "tile(float*)::s" -> "s"
std::string last_name(const std::string& full);

/// The compiler's guards and tables, the engine's and the standard library's own variables.
bool is_foreign(const char* symbol);

}  // namespace gridmark::counters
