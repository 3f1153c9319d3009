#include "emulation/runtime/host_memory.h"

#include <cstdlib>

#include "emulation/engine/observer.h"
#include "emulation/runtime/devices.h"
#include "emulation/runtime/streams.h"

namespace gridmark::emulation {

HostMemory& HostMemory::instance() {
  static HostMemory* memory = new HostMemory;
  return *memory;
}

void* HostMemory::allocate(std::size_t bytes, unsigned flags) {
  constexpr std::size_t page = 4096;
  void* host = bytes > SIZE_MAX - page ? nullptr : std::aligned_alloc(page, (bytes + page - 1) / page * page);
  if (!host) return nullptr;
  ranges_[reinterpret_cast<std::uintptr_t>(host)] = {bytes, true, flags, current_device()};
  if (observer) observer->host_memory_locked(host, bytes);
  return host;
}

bool HostMemory::release(void* host) {
  const auto found = ranges_.find(reinterpret_cast<std::uintptr_t>(host));
  if (found == ranges_.end() || !found->second.owned) return false;
  ranges_.erase(found);
  if (observer) observer->host_memory_unlocked(host);
  std::free(host);
  return true;
}

bool HostMemory::adopt(void* host, std::size_t bytes, unsigned flags) {
  const auto address = reinterpret_cast<std::uintptr_t>(host);
  const auto after = ranges_.lower_bound(address);
  if (after != ranges_.end() && after->first < address + bytes) return false;
  if (holds(host, 1)) return false;
  ranges_[address] = {bytes, false, flags, current_device()};
  if (observer) observer->host_memory_locked(host, bytes);
  return true;
}

bool HostMemory::disown(void* host) {
  const auto found = ranges_.find(reinterpret_cast<std::uintptr_t>(host));
  if (found == ranges_.end() || found->second.owned) return false;
  ranges_.erase(found);
  if (observer) observer->host_memory_unlocked(host);
  return true;
}

std::vector<Allocation> HostMemory::live() const {
  std::vector<Allocation> all;
  for (const auto& [address, range] : ranges_)
    if (range.owned) all.push_back({range.bytes, {}});
  return all;
}

std::vector<Allocation> live_host_allocations() {
  const DeviceLock lock(device_mutex());
  return HostMemory::instance().live();
}

const HostMemory::Range* HostMemory::find(const void* host, std::size_t bytes) const {
  const auto address = reinterpret_cast<std::uintptr_t>(host);
  auto after = ranges_.upper_bound(address);
  if (after == ranges_.begin()) return nullptr;
  const auto& [start, range] = *--after;
  return address + bytes <= start + range.bytes ? &range : nullptr;
}

}  // namespace gridmark::emulation
