#pragma once
#include <cstddef>

namespace gridmark::emulation {

/// Was the address handed out by cudaGetSymbolAddress? Callers hold the device lock.
bool is_symbol(const void* address, std::size_t bytes);

}  // namespace gridmark::emulation
