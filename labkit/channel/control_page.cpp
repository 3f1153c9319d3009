#include "labkit/channel/control_page.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <climits>
#include <ctime>

namespace gridmark::channel {
namespace {

// Long enough for a reply that is almost there, and short enough not to take a core from the device.
constexpr auto spin_time = std::chrono::microseconds(20);

long futex(std::atomic<std::uint32_t>& word, int operation, std::uint32_t value, const timespec* timeout) {
  return syscall(SYS_futex, reinterpret_cast<std::uint32_t*>(&word), operation, value, timeout, nullptr, 0);
}

bool spin(const std::atomic<std::uint32_t>& bell, std::uint32_t old) {
  const auto end = std::chrono::steady_clock::now() + spin_time;
  do {
    if (bell.load(std::memory_order_acquire) != old) return true;
    __builtin_ia32_pause();
  } while (std::chrono::steady_clock::now() < end);
  return false;
}

}  // namespace

bool wait_for_bell(std::atomic<std::uint32_t>& bell, std::uint32_t old, std::int64_t microseconds) {
  if (spin(bell, old)) return true;
  const timespec timeout{microseconds / 1'000'000, microseconds % 1'000'000 * 1000};
  futex(bell, FUTEX_WAIT, old, microseconds == INT64_MAX ? nullptr : &timeout);
  return bell.load(std::memory_order_acquire) != old;
}

void ring(std::atomic<std::uint32_t>& bell, std::uint32_t value) {
  bell.store(value, std::memory_order_release);
  futex(bell, FUTEX_WAKE, INT_MAX, nullptr);
}

}  // namespace gridmark::channel
