#pragma once
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>

namespace gridmark::counters {

/// Memory that both host code and the device can touch: managed, page-locked, and the program's variables.
/// Safe from any thread.
class ReachableMemory {
 public:
  void add(std::uintptr_t address, std::size_t bytes);
  void remove(std::uintptr_t address);
  /// Fast for addresses near the last queried ones.
  bool holds(std::uintptr_t address) const;

 private:
  struct Answer {
    std::uintptr_t begin = 0, end = 0;
    bool holds = false;
    std::uint64_t version = 0;
  };
  Answer look_up(std::uintptr_t address) const;

  mutable std::mutex mutex_;
  std::map<std::uintptr_t, std::uintptr_t> ranges_;  ///< begin to end
  std::atomic<std::uint64_t> version_{1};
};

}  // namespace gridmark::counters
