#pragma once
#include <cstddef>
#include <vector>

namespace gridmark::emulation {

/// The memory of one block's `extern __shared__` arrays.
class DynamicShared {
 public:
  DynamicShared();
  ~DynamicShared();
  DynamicShared(const DynamicShared&) = delete;
  DynamicShared& operator=(const DynamicShared&) = delete;

  /// Makes room for a launch with so many bytes, and points this operating-system thread's blocks to it.
  void prepare(std::size_t bytes);
  bool ends_before(const void* address) const;

 private:
  char* memory_;
};

/// The places of pointers for `extern __shared__ T x[];` at namespace scope, as distances from a thread's
/// thread pointer.
const std::vector<std::ptrdiff_t>& dynamic_shared_pointers();

}  // namespace gridmark::emulation
