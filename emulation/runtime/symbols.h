#pragma once
#include <cstddef>

namespace gridmark::emulation {

/// Whether cudaGetSymbolAddress returned the address. Callers must hold the device lock.
bool is_symbol(const void* address, std::size_t bytes);

}  // namespace gridmark::emulation
