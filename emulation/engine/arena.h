#pragma once
// Where device memory lies.
#include <cstddef>
#include <cstdint>

namespace gridmark::emulation {

constexpr std::uintptr_t arena_start = 0x200000000000;
constexpr std::size_t arena_bytes = std::size_t{64} << 30;  ///< of addresses, not of memory

inline bool is_arena_address(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) - arena_start < arena_bytes;
}

}  // namespace gridmark::emulation
