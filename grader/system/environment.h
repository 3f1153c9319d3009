#pragma once
#include <cstdlib>
#include <string>

namespace gridmark::system {

/// A variable of the environment, or `otherwise` if it is not set or empty.
inline std::string environment_variable(const char* name, const std::string& otherwise = "") {
  const char* value = std::getenv(name);
  return value == nullptr || *value == '\0' ? otherwise : value;
}

}  // namespace gridmark::system
