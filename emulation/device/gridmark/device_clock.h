#pragma once
// Time for device code.
#include <time.h>

#include "gridmark/engine.h"

/// Ticks of the host's time stamp counter. They rise, but they are not device cycles.
GRIDMARK_INTRINSIC long long clock64() { return static_cast<long long>(__builtin_ia32_rdtsc()); }

/// Nanoseconds of a clock that all device threads share.
GRIDMARK_INTRINSIC unsigned long long gridmark_global_timer() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<unsigned long long>(now.tv_sec) * 1000000000u +
         static_cast<unsigned long long>(now.tv_nsec);
}

#ifndef GRIDMARK_SYNTAX_PASS
/// The C library's clock(), for host code.
extern "C" clock_t gridmark_host_clock(void) noexcept;
/// In a kernel, the ticks of clock64() in 32 bits, which wrap as the device's do.
extern "C" inline __attribute__((gnu_inline, always_inline)) clock_t clock(void) noexcept {
  return gridmark::emulation::turn.in_kernel ? static_cast<clock_t>(static_cast<int>(clock64()))
                                             : gridmark_host_clock();
}
#endif
