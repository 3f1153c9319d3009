#include "emulation/counters/reachable_memory.h"

#include <iterator>

namespace gridmark::counters {

void ReachableMemory::add(std::uintptr_t address, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  ranges_[address] = address + bytes;
  ++version_;
}

void ReachableMemory::remove(std::uintptr_t address) {
  const std::lock_guard lock(mutex_);
  if (ranges_.erase(address) > 0) ++version_;
}

bool ReachableMemory::holds(std::uintptr_t address) const {
  static thread_local Answer last;
  if (last.version != version_.load(std::memory_order_relaxed) || address < last.begin || address >= last.end)
    last = look_up(address);
  return last.holds;
}

/// The answer also holds for the whole range, or the whole gap, around the address.
ReachableMemory::Answer ReachableMemory::look_up(std::uintptr_t address) const {
  const std::lock_guard lock(mutex_);
  const std::uint64_t version = version_;
  const auto after = ranges_.upper_bound(address);
  const std::uintptr_t next = after == ranges_.end() ? UINTPTR_MAX : after->first;
  if (after == ranges_.begin()) return {0, next, false, version};
  const auto& [begin, end] = *std::prev(after);
  if (address < end) return {begin, end, true, version};
  return {end, next, false, version};
}

}  // namespace gridmark::counters
