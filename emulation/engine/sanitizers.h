#pragma once
// The engine's notes to sanitizers, if it is built with one (GRIDMARK_SANITIZE_EMULATION).
#include <cstddef>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

namespace gridmark::emulation {

/// ThreadSanitizer holds signals back until the program next waits, so threads cannot be interrupted.
#ifdef __SANITIZE_THREAD__
constexpr bool signals_come_at_once = false;
#else
constexpr bool signals_come_at_once = true;
#endif

/// The user of this stack has left it without returning.
inline void forget_stack_frames([[maybe_unused]] void* stack, [[maybe_unused]] std::size_t bytes) {
#ifdef __SANITIZE_ADDRESS__
  __asan_unpoison_memory_region(stack, bytes);
#endif
}

}  // namespace gridmark::emulation
