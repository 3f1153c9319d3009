#pragma once
// The device heap that malloc() and new use in kernels.
//
// Theory of operation
// The heap lies after the addresses of device memory, one for all devices. It is mapped when a kernel first
// uses it, with cudaLimitMallocHeapSize bytes. The lists of free ranges and blocks are on the host's side.
// The smallest free range that fits is cut, and a freed block joins its free neighbours. Canary bytes after
// each block are checked when it is freed. Fresh blocks hold 0xff, like fresh device memory.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "emulation/runtime/device_memory.h"

namespace gridmark::emulation {

class DeviceHeap {
 public:
  static DeviceHeap& instance();

  /// Null if no free range is large enough. `alignment` is a power of two, `caller` the return address of the
  /// kernel's call.
  void* take(std::size_t bytes, std::size_t alignment, const void* caller);

  enum class Given { freed, not_a_block, overrun };
  Given give(void* block);

  /// After the first use by a kernel, the heap's size is fixed.
  bool is_in_use() const { return bytes_ > 0; }
  /// Forgets all blocks. The next kernel that uses the heap gets one of the size set then.
  void reset();
  /// Takes no lock, because it can be called after an access to the heap has faulted.
  void protect(bool open);
  /// Counted from heap_start. 0 before its first use.
  std::size_t bytes() const { return bytes_; }

  /// Bytes and caller of each block, by address.
  std::vector<std::pair<std::size_t, const void*>> live();

  /// "4 bytes past the end of a 40-byte block of the device's heap", for an address outside all blocks.
  std::string place_of(std::uintptr_t address);

 private:
  void map();
  void add_free(std::uintptr_t begin, std::uintptr_t end);
  void drop_free(std::map<std::uintptr_t, std::uintptr_t>::iterator range);

  std::mutex mutex_;
  std::atomic<std::size_t> bytes_ = 0;
  struct Block {
    std::size_t bytes;
    const void* caller;
    std::uintptr_t begin, end;  ///< with canaries and alignment
  };
  std::map<std::uintptr_t, Block> blocks_;                         ///< by address
  std::map<std::uintptr_t, std::uintptr_t> free_;                  ///< begin -> end
  std::set<std::pair<std::size_t, std::uintptr_t>> free_by_size_;  ///< bytes, begin
};

inline bool is_heap_address(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) - heap_start < most_heap_bytes;
}

}  // namespace gridmark::emulation
