#pragma once
// Page-locked host memory: ordinary memory that asynchronous copies need not save at the call.
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "emulation/host_allocations.h"

namespace gridmark::emulation {

class HostMemory {
 public:
  static HostMemory& instance();
  void* allocate(std::size_t bytes, unsigned flags);
  bool release(void* host);
  /// For cudaHostRegister. False if part of it is already registered.
  bool adopt(void* host, std::size_t bytes, unsigned flags);
  bool disown(void* host);
  bool holds(const void* host, std::size_t bytes) const { return find(host, bytes) != nullptr; }

  struct Range {
    std::size_t bytes;
    bool owned;      ///< false if the program allocated it
    unsigned flags;  ///< as given to cudaHostAlloc or cudaHostRegister
    int device;      ///< the current device at that time
  };
  /// Ranges that allocate() returned and that were not released.
  std::vector<Allocation> live() const;
  /// The range that holds all of these bytes, or null.
  const Range* find(const void* host, std::size_t bytes) const;

 private:
  std::map<std::uintptr_t, Range> ranges_;
};

}  // namespace gridmark::emulation
