#pragma once
#include <cxxabi.h>

#include <cstdlib>
#include <string>

namespace gridmark::emulation {

/// As c++filt says it; what is no symbol of C++ stays as it is.
inline std::string demangled(const std::string& symbol) {
  int status = 0;
  char* text = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
  std::string name = status == 0 && text ? text : symbol;
  std::free(text);
  return name;
}

}  // namespace gridmark::emulation
