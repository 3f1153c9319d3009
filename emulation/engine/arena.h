#pragma once
// The address ranges of device memory.
#include <cstddef>
#include <cstdint>

namespace gridmark::emulation {

#ifdef __SANITIZE_THREAD__
constexpr std::uintptr_t arena_start = 0x1000000000;  // ThreadSanitizer leaves a program few addresses
#else
constexpr std::uintptr_t arena_start = 0x200000000000;
#endif
constexpr std::size_t arena_bytes = std::size_t{64} << 30;  ///< of addresses, not of memory
/// The addresses after the arena serve the kernels' malloc() (runtime/device_heap.h).
constexpr std::uintptr_t heap_start = arena_start + arena_bytes;
constexpr std::size_t most_heap_bytes = std::size_t{16} << 30;

inline bool is_arena_address(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) - arena_start < arena_bytes + most_heap_bytes;
}

}  // namespace gridmark::emulation
