#include "emulation/runtime/device_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "emulation/engine/device_access.h"
#include "emulation/engine/fault.h"
#include "emulation/engine/source_place.h"
#include "emulation/runtime/address.h"
#include "emulation/runtime/device_heap.h"
#include "emulation/runtime/nameless_file.h"
#include "emulation/runtime/open_pages.h"
#include "emulation/runtime/published_states.h"

namespace gridmark::emulation {
namespace {

constexpr std::size_t page = 4096, huge_page = std::size_t{2} << 20, alignment = 256;
constexpr int fresh_byte = 0xff, canary_byte = 0xcb;
constexpr std::size_t most_released = 4096;
constexpr std::size_t most_set_apart = 16384;  ///< a process may have 65,530 mappings
/// Above this size, fresh memory is mapped from a shared pattern and uses no room until it is written.
constexpr std::size_t pattern_threshold = std::size_t{256} << 20, pattern_bytes = std::size_t{16} << 20;

std::size_t capacity_setting() {
  const char* setting = std::getenv("GRIDMARK_DEVICE_MEMORY_MIB");
  const long mib = setting ? std::strtol(setting, nullptr, 10) : 0;
  return std::min(static_cast<std::size_t>(mib > 0 ? mib : 8192),
                  (arena_bytes / 2 >> 20) / static_cast<std::size_t>(std::max(1, device_count())))
         << 20;
}

/// First byte in [begin, end) that is no longer a canary, or `end`.
const char* first_damage(const char* begin, const char* end) {
  return std::find_if(begin, end, [](char byte) { return byte != static_cast<char>(canary_byte); });
}

bool is_intact(const char* begin, const char* end) {
  static const auto canaries = [] {
    std::array<char, page> bytes;
    bytes.fill(static_cast<char>(canary_byte));
    return bytes;
  }();
  return std::memcmp(begin, canaries.data(), static_cast<std::size_t>(end - begin)) == 0;
}

/// Linux joins neighbouring mappings that are alike. Splitting and joining an array and its neighbours at
/// each opening and closing would take longer than all other work. So neighbours get different core dump
/// flags.
void set_apart(std::uintptr_t begin, std::uintptr_t end, bool allocated) {
  madvise(pointer_to(begin), end - begin, allocated ? MADV_DODUMP : MADV_DONTDUMP);
}

int pattern_file() {
  static const int file = [] {
    const int opened = make_nameless_file("fresh device memory");
    const std::vector<char> bytes(1 << 20, static_cast<char>(fresh_byte));
    for (std::size_t at = 0; opened >= 0 && at < pattern_bytes; at += bytes.size())
      if (pwrite(opened, bytes.data(), bytes.size(), static_cast<off_t>(at)) !=
          static_cast<ssize_t>(bytes.size()))
        return -1;
    return opened;
  }();
  return file;
}

}  // namespace

DeviceMemory& DeviceMemory::instance() {
  static DeviceMemory* memory = new DeviceMemory;  // outlives every destructor that frees a buffer
  return *memory;
}

DeviceMemory::DeviceMemory() : next_(arena_start + page), capacity_(capacity_setting()) {
  void* arena = mmap(pointer_to(arena_start), arena_bytes, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (arena != pointer_to(arena_start))
    end_with_fault(errno == ENOMEM
                       ? "the emulated device needs 64 GiB of addresses, not of memory, and a limit "
                         "forbids it: see ulimit -v"
                       : "the addresses of the emulated device's memory are taken by something else",
                   "", 0);
  set_apart(arena_start, arena_start + arena_bytes, false);
  open_device_memory = [](bool open) { open ? OpenPages::instance().begin() : OpenPages::instance().end(); };
}

void DeviceMemory::protect_all(bool open) const {
  for (const auto& [address, allocation] : live_)
    if (!allocation.managed)
      mprotect(pointer_to(allocation.pages), allocation.pages_end - allocation.pages,
               open ? PROT_READ | PROT_WRITE : PROT_NONE);
  DeviceHeap::instance().protect(open);
}

/// Addresses for `bytes` whole pages, followed by a page without access. 0 if the arena is full. An
/// allocation that fills a huge page begins at one if possible, so that it is opened and closed in steps of 2
/// MiB.
std::uintptr_t DeviceMemory::find_gap(std::size_t bytes) {
  const std::size_t step = bytes >= huge_page ? huge_page : page;
  for (int lap = 0; lap < 2; ++lap, next_ = arena_start + page) {
    next_ = rounded_up(next_, step);
    auto neighbour = live_.lower_bound(next_);
    if (neighbour != live_.begin() && std::prev(neighbour)->second.pages_end + page > next_) --neighbour;
    while (next_ + bytes + page <= arena_start + arena_bytes) {
      if (neighbour == live_.end() || next_ + bytes + page <= neighbour->second.pages) return next_;
      next_ = rounded_up(neighbour->second.pages_end + page, step);
      ++neighbour;
    }
  }
  return 0;
}

std::string described(const DeviceAllocation& allocation) {
  if (!allocation.name.empty())
    return "the " + std::to_string(allocation.bytes) + "-byte array " + allocation.name;
  const SourcePlace place = source_place(allocation.caller);
  const std::string made = place.file.empty() ? "" : " made at " + text_of(place);
  return "a " + std::to_string(allocation.bytes) + "-byte allocation" + made;
}

void DeviceMemory::name(const void* device, std::string_view name) {
  const auto found = live_.find(reinterpret_cast<std::uintptr_t>(device));
  if (found != live_.end()) found->second.name = name;
}

void DeviceMemory::note_queued_free(const void* device) {
  const auto found = live_.find(reinterpret_cast<std::uintptr_t>(device));
  if (found != live_.end()) found->second.free_is_queued = true;
}

void* DeviceMemory::allocate(int device, std::size_t bytes, bool managed, const void* caller) {
  if (bytes > capacity_ || used_[device] + rounded_up(bytes, alignment) > capacity_) return nullptr;
  const std::size_t span = rounded_up(bytes, alignment), mapped = rounded_up(span, page);
  DeviceAllocation allocation;
  allocation.pages = find_gap(mapped);
  if (!allocation.pages) return nullptr;
  allocation.pages_end = allocation.pages + mapped;
  allocation.address = allocation.pages_end - span;
  allocation.bytes = bytes;
  allocation.managed = managed;
  allocation.device = device;
  allocation.caller = caller;
  allocation.number = ++numbers_;
  if (!map_pages(allocation)) return nullptr;
  next_ = allocation.pages_end + page;
  used_[device] += span;
  live_[allocation.address] = allocation;
  publish_states();
  return pointer_to(allocation.address);
}

bool DeviceMemory::map_pages(const DeviceAllocation& allocation) {
  char* pages = pointer_to(allocation.pages);
  const std::size_t mapped = allocation.pages_end - allocation.pages;
  const bool has_pattern = !allocation.managed && mapped > pattern_threshold && map_fresh_pattern(allocation);
  if (!has_pattern && mprotect(pages, mapped, PROT_READ | PROT_WRITE) != 0) return false;
  if (!has_pattern && mapped >= huge_page)
    madvise(pages, mapped, MADV_HUGEPAGE);  // if the kernel supports them
  if (!has_pattern && !allocation.managed) std::memset(pages, fresh_byte, mapped);
  if (live_.size() < most_set_apart) set_apart(allocation.pages, allocation.pages_end, true);
  std::memset(pages, canary_byte, allocation.address - allocation.pages);
  std::memset(pointer_to(allocation.end()), canary_byte, allocation.pages_end - allocation.end());
  if (allocation.managed) return true;
  if (device_protection_key() >= 0)
    pkey_mprotect(pages, mapped, PROT_READ | PROT_WRITE, device_protection_key());
  else
    mprotect(pages, mapped, PROT_NONE);
  return true;
}

bool DeviceMemory::map_fresh_pattern(const DeviceAllocation& allocation) {
  if (pattern_file() < 0) return false;
  for (std::uintptr_t at = allocation.pages; at < allocation.pages_end; at += pattern_bytes) {
    const std::size_t bytes = std::min(pattern_bytes, allocation.pages_end - at);
    if (mmap(pointer_to(at), bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE,
             pattern_file(), 0) == MAP_FAILED)
      return false;
  }
  return true;
}

bool DeviceMemory::release(void* device, const void* freed_by) {
  const auto found = live_.find(reinterpret_cast<std::uintptr_t>(device));
  if (found == live_.end()) return false;
  const DeviceAllocation allocation = found->second;
  live_.erase(found);
  used_[allocation.device] -= rounded_up(allocation.bytes, alignment);
  publish_states();
  mmap(pointer_to(allocation.pages), allocation.pages_end - allocation.pages, PROT_NONE,
       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  set_apart(allocation.pages, allocation.pages_end, false);
  released_.push_back(allocation);
  released_.back().freed_by = freed_by;
  if (released_.size() > most_released) released_.pop_front();
  return true;
}

const DeviceAllocation* DeviceMemory::find_released(const void* device) const {
  const auto address = reinterpret_cast<std::uintptr_t>(device);
  for (auto allocation = released_.rbegin(); allocation != released_.rend(); ++allocation)
    if (address >= allocation->address && address < allocation->end()) return &*allocation;
  return nullptr;
}

void DeviceMemory::release_all(int device, const void* freed_by) {
  std::vector<std::uintptr_t> addresses;
  for (const auto& [address, allocation] : live_)
    if (allocation.device == device) addresses.push_back(address);
  for (const std::uintptr_t address : addresses) {
    release(pointer_to(address), freed_by);
    released_.back().freed_by_reset = true;
  }
}

const DeviceAllocation* DeviceMemory::find(const void* device) const {
  const auto address = reinterpret_cast<std::uintptr_t>(device);
  auto after = live_.upper_bound(address);
  if (after == live_.begin()) return nullptr;
  const DeviceAllocation& candidate = std::prev(after)->second;
  return address < candidate.end() ? &candidate : nullptr;
}

const DeviceAllocation* DeviceMemory::on_page(const void* address) const {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const auto has = [&](const auto& entry) { return at >= entry.second.pages && at < entry.second.pages_end; };
  const auto behind = live_.upper_bound(at);
  if (behind != live_.end() && has(*behind)) return &behind->second;
  return behind != live_.begin() && has(*std::prev(behind)) ? &std::prev(behind)->second : nullptr;
}

const DeviceAllocation* DeviceMemory::holding(const void* device, std::size_t bytes) const {
  const DeviceAllocation* found = find(device);
  return found && bytes <= found->end() - reinterpret_cast<std::uintptr_t>(device) ? found : nullptr;
}

const DeviceAllocation* DeviceMemory::damaged(std::ptrdiff_t* offset) const {
  const DeviceAccess access;
  for (const auto& [address, allocation] : live_) {
    if (!OpenPages::instance().are_open(allocation.pages)) continue;
    const char* start = pointer_to(allocation.address);
    const char *pages = pointer_to(allocation.pages), *end = pointer_to(allocation.end()),
               *pages_end = pointer_to(allocation.pages_end);
    if (is_intact(end, pages_end) && is_intact(pages, start)) continue;
    const char* behind = first_damage(end, pages_end);
    *offset = (behind < pages_end ? behind : first_damage(pages, start)) - start;
    return &allocation;
  }
  return nullptr;
}

}  // namespace gridmark::emulation
