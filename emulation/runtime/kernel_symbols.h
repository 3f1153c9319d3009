#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace gridmark::emulation {

/// What the program's symbol table tells of a kernel. `static_shared_bytes` sums the __shared__ variables
/// that the kernel itself declares; those of functions that it calls are not known.
struct KernelSymbol {
  std::string name;       ///< "scale<float>", without parameters and result; empty where nothing is known
  std::string signature;  ///< "void scale<float>(float*)"
  std::size_t static_shared_bytes = 0;
};

/// Never destroyed. Callers hold the device lock. `function` may be null.
const KernelSymbol& kernel_symbol(const void* function);

/// "void ns::scale<float>(float*)" -> "ns::scale<float>"
std::string name_in(const std::string& signature);

/// "ns::scale<float>" -> "scale"
std::string_view bare_name(std::string_view name);

/// What messages call the kernel: as spelled at the launch, or by its own name where a pointer was launched.
const char* kernel_name(const void* function, const char* spelled);

}  // namespace gridmark::emulation
