#pragma once
#include <atomic>
#include <cstdint>

namespace gridmark::emulation {

/// Waits until `value` is no longer `old`. It can return early. Sleeping and waking costs 50 us, so it spins
/// that long first.
inline void wait_for_change(const std::atomic<std::uint32_t>& value, std::uint32_t old) {
  for (int i = 0; i < 2000; ++i) {
    if (value.load(std::memory_order_acquire) != old) return;
    __builtin_ia32_pause();
  }
  value.wait(old, std::memory_order_acquire);
}

}  // namespace gridmark::emulation
