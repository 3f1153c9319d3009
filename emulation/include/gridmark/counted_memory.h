#pragma once
// While accesses are counted: memcpy, memmove and memset of device and host code are seen. They are the C
// library's, which nobody instruments; copies of up to 16 bytes become loads and stores of the caller's.
// clang's own hooks see them without help.
#include <string.h>

#if defined(GRIDMARK_COUNTED) && !defined(__clang__) && \
    (!defined(__USE_FORTIFY_LEVEL) || __USE_FORTIFY_LEVEL == 0)

extern "C" {
void gridmark_range_touch(const void* from, const void* to, size_t bytes);

#define GRIDMARK_SEEN_COPY extern inline __attribute__((gnu_inline, always_inline, artificial)) void*

GRIDMARK_SEEN_COPY memcpy(void* __restrict to, const void* __restrict from, size_t bytes) noexcept(true) {
  if (!__builtin_constant_p(bytes) || bytes > 16) gridmark_range_touch(from, to, bytes);
  return __builtin_memcpy(to, from, bytes);
}
GRIDMARK_SEEN_COPY memmove(void* to, const void* from, size_t bytes) noexcept(true) {
  if (!__builtin_constant_p(bytes) || bytes > 16) gridmark_range_touch(from, to, bytes);
  return __builtin_memmove(to, from, bytes);
}
GRIDMARK_SEEN_COPY memset(void* to, int value, size_t bytes) noexcept(true) {
  if (!__builtin_constant_p(bytes) || bytes > 16) gridmark_range_touch(nullptr, to, bytes);
  return __builtin_memset(to, value, bytes);
}
#undef GRIDMARK_SEEN_COPY
}

#endif
