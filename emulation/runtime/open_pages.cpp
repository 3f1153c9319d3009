#include "emulation/runtime/open_pages.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "emulation/distrust.h"
#include "emulation/engine/device_access.h"
#include "emulation/runtime/address.h"
#include "emulation/runtime/device_heap.h"
#include "emulation/runtime/device_memory.h"
#include "emulation/runtime/fault_signals.h"
#include "gridmark/launch.h"

namespace gridmark::emulation {
namespace {

/// Checked once at the start. A debugger attached later must be configured to pass SIGSEGV on.
bool is_traced() {
  char text[2048];
  const int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
  const ssize_t bytes = read(file, text, sizeof text);
  close(file);
  const std::string_view status(text, static_cast<std::size_t>(std::max<ssize_t>(bytes, 0)));
  const std::size_t at = status.find("TracerPid:\t");
  return at != status.npos && status.substr(at + 11, 1) != "0";
}

void protect(std::uintptr_t begin, std::uintptr_t end, bool open) {
  mprotect(pointer_to(begin), end - begin, open ? PROT_READ | PROT_WRITE : PROT_NONE);
}

}  // namespace

bool faults_come_to_the_handler() {
  if (program_is_distrusted()) return true;  // a tracer of a worker must pass its signals on
  static const bool traced = is_traced();
  sigset_t blocked;
  pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
  return !traced && handles_faults() && sigismember(&blocked, SIGSEGV) == 0;
}

OpenPages& OpenPages::instance() {
  static OpenPages* pages = new OpenPages;  // outlives every destructor
  return *pages;
}

void OpenPages::begin() {
  accessed_ = true;
  if (!faults_come_to_the_handler()) open_all();
}

void OpenPages::end() {
  accessed_ = false;
  if (all_) {
    DeviceMemory::instance().protect_all(false);
  } else {
    for (std::size_t i = 0; i < count_; ++i) {
      const DeviceAllocation* there = DeviceMemory::instance().on_page(pointer_to(ranges_[i].begin));
      if (!there || !there->managed) protect(ranges_[i].begin, ranges_[i].end, false);
    }
  }
  all_ = false;
  count_ = 0;
}

void OpenPages::open_all() {
  DeviceMemory::instance().protect_all(true);
  all_ = true;
}

bool OpenPages::open(const void* address) {
  if (!accessed_ || !is_arena_address(address)) return false;
  Range range{heap_start, heap_start + DeviceHeap::instance().bytes()};
  if (!is_heap_address(address)) {
    const DeviceAllocation* allocation = DeviceMemory::instance().on_page(address);
    if (!allocation) return false;
    range = {allocation->pages, allocation->pages_end};
  } else if (reinterpret_cast<std::uintptr_t>(address) >= range.end) {
    return false;
  }
  protect(range.begin, range.end, true);
  add(range.begin, range.end);
  return true;
}

void OpenPages::open_arguments(const KernelCall& call) {
  if (all_) return;
  const auto* begin = reinterpret_cast<const char*>(&call);
  for (std::size_t at = sizeof call; at + sizeof(void*) <= call.bytes; at += sizeof(void*)) {
    const void* pointed = nullptr;
    std::memcpy(&pointed, begin + at, sizeof pointed);
    if (!is_arena_address(pointed)) continue;
    const DeviceAllocation* allocation = DeviceMemory::instance().on_page(pointed);
    if (!allocation || allocation->managed || contains(allocation->pages)) continue;
    protect(allocation->pages, allocation->pages_end, true);
    add(allocation->pages, allocation->pages_end);
  }
}

void OpenPages::add(std::uintptr_t pages, std::uintptr_t pages_end) {
  while (changing_.test_and_set(std::memory_order_acquire)) sched_yield();
  if (!contains(pages)) {
    if (count_ < most_ranges)
      ranges_[count_++] = {pages, pages_end};
    else
      open_all();
  }
  changing_.clear(std::memory_order_release);
}

bool OpenPages::contains(std::uintptr_t pages) const {
  const auto last = ranges_.begin() + static_cast<std::ptrdiff_t>(count_.load());
  return std::any_of(ranges_.begin(), last, [&](const Range& range) { return range.begin == pages; });
}

bool OpenPages::are_open(std::uintptr_t pages) const {
  return device_protection_key() >= 0 || all_ || contains(pages);
}

}  // namespace gridmark::emulation
