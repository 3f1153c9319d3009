#pragma once
// Page-locked host memory: ordinary memory that asynchronous copies need not capture at the call.
#include <cstddef>
#include <cstdint>
#include <map>

namespace gridmark::emulation {

class HostMemory {
 public:
  static HostMemory& instance();
  void* allocate(std::size_t bytes);
  bool release(void* host);
  /// cudaHostRegister: False when part of it is registered already.
  bool adopt(void* host, std::size_t bytes);
  bool disown(void* host);
  bool holds(const void* host, std::size_t bytes) const;

 private:
  struct Range {
    std::size_t bytes;
    bool owned;
  };
  std::map<std::uintptr_t, Range> ranges_;
};

}  // namespace gridmark::emulation
