#pragma once
#include <cstddef>
#include <cstdint>

namespace gridmark::emulation {

inline std::size_t rounded_up(std::size_t value, std::size_t to) { return (value + to - 1) / to * to; }
inline char* pointer_to(std::uintptr_t address) { return reinterpret_cast<char*>(address); }

}  // namespace gridmark::emulation
