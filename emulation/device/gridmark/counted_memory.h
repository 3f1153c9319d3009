#pragma once
// While accesses are counted, memcpy, memmove and memset of device and host code are counted too, and the
// compiler's builtins for them, which headers of the C++ library use. Without this file they would be calls
// of the C library or expanded in place, and neither has hooks. Copies of 1, 2, 4, 8 or 16 bytes become loads
// and stores of the caller. clang's own hooks cover these functions.
#include <string.h>

#if defined(GRIDMARK_COUNTED) && !defined(__clang__) && \
    (!defined(__USE_FORTIFY_LEVEL) || __USE_FORTIFY_LEVEL == 0)

extern "C" {
void gridmark_range_touch(const void* from, const void* to, size_t bytes);

#define GRIDMARK_SEEN_COPY extern inline __attribute__((gnu_inline, always_inline, artificial)) void*
/// A size that becomes one load and one store.
#define GRIDMARK_IS_WORD(bytes)   \
  (__builtin_constant_p(bytes) && \
   ((bytes) == 1 || (bytes) == 2 || (bytes) == 4 || (bytes) == 8 || (bytes) == 16))

GRIDMARK_SEEN_COPY gridmark_counted_memcpy(void* to, const void* from, size_t bytes) noexcept(true) {
  if (!GRIDMARK_IS_WORD(bytes)) gridmark_range_touch(from, to, bytes);
  return __builtin_memcpy(to, from, bytes);
}
GRIDMARK_SEEN_COPY gridmark_counted_memmove(void* to, const void* from, size_t bytes) noexcept(true) {
  if (!GRIDMARK_IS_WORD(bytes)) gridmark_range_touch(from, to, bytes);
  return __builtin_memmove(to, from, bytes);
}
GRIDMARK_SEEN_COPY gridmark_counted_memset(void* to, int value, size_t bytes) noexcept(true) {
  if (!GRIDMARK_IS_WORD(bytes)) gridmark_range_touch(nullptr, to, bytes);
  return __builtin_memset(to, value, bytes);
}
#define __builtin_memcpy gridmark_counted_memcpy
#define __builtin_memmove gridmark_counted_memmove
#define __builtin_memset gridmark_counted_memset

GRIDMARK_SEEN_COPY memcpy(void* __restrict to, const void* __restrict from, size_t bytes) noexcept(true) {
  return __builtin_memcpy(to, from, bytes);
}
GRIDMARK_SEEN_COPY memmove(void* to, const void* from, size_t bytes) noexcept(true) {
  return __builtin_memmove(to, from, bytes);
}
GRIDMARK_SEEN_COPY memset(void* to, int value, size_t bytes) noexcept(true) {
  return __builtin_memset(to, value, bytes);
}
#undef GRIDMARK_IS_WORD
#undef GRIDMARK_SEEN_COPY
}

#endif
