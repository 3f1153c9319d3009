#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace gridmark::emulation {

/// Data about a kernel from the program's symbol table. `static_shared_bytes` is the sum of the __shared__
/// variables that the kernel itself declares. Those of functions that it calls are not known.
struct KernelSymbol {
  std::string name;       ///< "scale<float>", without parameters and result; empty if unknown
  std::string signature;  ///< "void scale<float>(float*)"
  std::size_t static_shared_bytes = 0;
};

/// Never destroyed. Callers must hold the device lock. `function` can be null.
const KernelSymbol& kernel_symbol(const void* function);

/// "void ns::scale<float>(float*)" -> "ns::scale<float>"
std::string name_in(const std::string& signature);

/// "ns::scale<float>" -> "scale"
std::string_view bare_name(std::string_view name);

/// The kernel's name in messages: as spelled at the launch, or its real name if a pointer was launched.
const char* kernel_name(const void* function, const char* spelled);

}  // namespace gridmark::emulation
