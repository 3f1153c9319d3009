#pragma once
#include <cxxabi.h>

#include <cstdlib>
#include <string>

namespace gridmark::emulation {

/// The name as c++filt prints it. A name that is not a C++ symbol is returned unchanged.
inline std::string demangled(const std::string& symbol) {
  int status = 0;
  char* text = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
  std::string name = status == 0 && text ? text : symbol;
  std::free(text);
  return name;
}

}  // namespace gridmark::emulation
