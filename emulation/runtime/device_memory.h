#pragma once
// Device memory: an arena at a fixed address, so that every run counts the same sectors.
//
// Theory of operation
// Each allocation has separate pages between pages without access, and ends where its last page ends (rounded
// to 256 bytes), so one step too far faults at once. Rounding leaves slack, at most 255 bytes after it and a
// page before it. The slack holds canary bytes that are checked after each kernel. Fresh memory holds 0xff:
// NaN as a float, -1 as an integer. Managed memory holds zeros, like the pages that a device gets for it.
// Addresses go upwards through the arena and are reused only after its end, so a pointer used after cudaFree
// faults.
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "emulation/engine/arena.h"

#include "emulation/runtime/devices.h"

namespace gridmark::emulation {

struct DeviceAllocation {
  std::uintptr_t address = 0;
  std::size_t bytes = 0;  ///< as requested
  std::uintptr_t pages = 0, pages_end = 0;
  bool managed = false;         ///< host code may access it
  bool free_is_queued = false;  ///< cudaFreeAsync was called, and its stream has not reached it yet
  int device = 0;
  const void* caller = nullptr;    ///< return address of the allocating call
  const void* freed_by = nullptr;  ///< the same of the freeing one
  bool freed_by_reset = false;     ///< by cudaDeviceReset()
  std::uint64_t number = 0;        ///< rises from call to call
  std::string name;                ///< for messages, "" if it was not named

  std::uintptr_t end() const { return address + bytes; }
};

/// "a 400-byte allocation made at benchmark.cu:30"; one with a name: "the 400-byte array c"
std::string described(const DeviceAllocation& allocation);

class DeviceMemory {
 public:
  static DeviceMemory& instance();

  /// Null if the device has no room left.
  void* allocate(int device, std::size_t bytes, bool managed, const void* caller);
  /// False if no allocation starts there.
  bool release(void* device, const void* freed_by = nullptr);
  /// For cudaDeviceReset(), whose return address is `freed_by`.
  void release_all(int device, const void* freed_by);
  /// Does nothing if no allocation starts there.
  void name(const void* device, std::string_view name);
  /// For an allocation that starts there: from now on it does not count as a leak.
  void note_queued_free(const void* device);

  /// The live allocation that holds all of these bytes, or null.
  const DeviceAllocation* holding(const void* device, std::size_t bytes) const;
  const DeviceAllocation* find(const void* device) const;
  const std::map<std::uintptr_t, DeviceAllocation>& live() const { return live_; }
  /// The allocation with the address on its pages, which includes places before its start and after its end,
  /// or null.
  const DeviceAllocation* on_page(const void* address) const;
  /// The most recently released ones, newest last.
  const std::deque<DeviceAllocation>& released() const { return released_; }
  /// The most recent one that held the address, or null.
  const DeviceAllocation* find_released(const void* device) const;

  /// The first allocation whose canary bytes this access has overwritten, or null. `*offset` is the first
  /// byte's distance from the allocation's start.
  const DeviceAllocation* damaged(std::ptrdiff_t* offset) const;

  /// Opens or closes all memory that host code must not touch, page by page.
  void protect_all(bool open) const;

  std::size_t capacity() const { return capacity_; }            ///< of each device
  std::size_t used(int device) const { return used_[device]; }  ///< rounded like on the device

 private:
  DeviceMemory();
  std::uintptr_t find_gap(std::size_t bytes);
  bool map_pages(const DeviceAllocation& allocation);
  void fill(const DeviceAllocation& allocation);
  bool map_fresh_pattern(const DeviceAllocation& allocation);

  std::map<std::uintptr_t, DeviceAllocation> live_;
  std::deque<DeviceAllocation> released_;
  std::uintptr_t next_ = 0;
  std::size_t capacity_, used_[most_devices] = {};
  std::uint64_t numbers_ = 0;
};

}  // namespace gridmark::emulation
