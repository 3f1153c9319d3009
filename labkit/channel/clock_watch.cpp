#include "labkit/channel/clock_watch.h"

#include <pthread.h>
#include <time.h>

#include <atomic>
#include <chrono>

#include "emulation/event_watch.h"

/// A device that is not emulated cannot be watched.
__attribute__((weak)) void gridmark::emulation::watch_events(EventWatch) {}

namespace gridmark::channel {
namespace {

std::atomic<ClockWatch> watch = nullptr;
std::atomic<pthread_t> watched_thread;

void report(ClockUse use, const void* caller) {
  const ClockWatch told = watch.load(std::memory_order_acquire);
  if (told && pthread_equal(pthread_self(), watched_thread.load(std::memory_order_relaxed)))
    told(use, caller);
}

void report_event(emulation::EventCall call, const void* caller) {
  report(call == emulation::EventCall::record ? ClockUse::marked : ClockUse::read, caller);
}

std::chrono::nanoseconds read_clock(clockid_t id) {
  timespec now{};
  clock_gettime(id, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

}  // namespace

void watch_clocks(ClockWatch told) {
  watch.store(nullptr, std::memory_order_release);
  watched_thread.store(pthread_self(), std::memory_order_relaxed);
  watch.store(told, std::memory_order_release);
  emulation::watch_events(told ? report_event : nullptr);
}

}  // namespace gridmark::channel

// Replaces the C++ library's. high_resolution_clock is the second of them.
std::chrono::steady_clock::time_point std::chrono::steady_clock::now() noexcept {
  gridmark::channel::report(gridmark::channel::ClockUse::read, __builtin_return_address(0));
  return time_point(gridmark::channel::read_clock(CLOCK_MONOTONIC));
}

std::chrono::system_clock::time_point std::chrono::system_clock::now() noexcept {
  gridmark::channel::report(gridmark::channel::ClockUse::read, __builtin_return_address(0));
  return time_point(gridmark::channel::read_clock(CLOCK_REALTIME));
}
