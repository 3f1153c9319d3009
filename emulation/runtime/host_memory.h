#pragma once
// Page-locked host memory: ordinary memory that asynchronous copies need not capture at the call.
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
  /// cudaHostRegister: False when part of it is registered already.
  bool adopt(void* host, std::size_t bytes, unsigned flags);
  bool disown(void* host);
  bool holds(const void* host, std::size_t bytes) const { return find(host, bytes) != nullptr; }

  struct Range {
    std::size_t bytes;
    bool owned;      ///< false where the program allocated it
    unsigned flags;  ///< as given to cudaHostAlloc or cudaHostRegister
    int device;      ///< current when it was made
  };
  /// What allocate() gave and release() has not taken back.
  std::vector<Allocation> live() const;
  /// The range that holds all of these bytes, or null.
  const Range* find(const void* host, std::size_t bytes) const;

 private:
  std::map<std::uintptr_t, Range> ranges_;
};

}  // namespace gridmark::emulation
