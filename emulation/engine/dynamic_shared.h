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

  /// For a launch with so many bytes: points this operating-system thread's blocks to it.
  void prepare(std::size_t bytes);
  bool ends_before(const void* address) const;

 private:
  char* memory_;
};

/// Where pointers of `extern __shared__ T x[];` at namespace scope lie: distances from a thread's thread
/// pointer.
const std::vector<std::ptrdiff_t>& dynamic_shared_pointers();

}  // namespace gridmark::emulation
