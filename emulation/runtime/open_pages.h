#pragma once
// Device memory on a processor without protection keys.
//
// Theory of operation
// Its pages are closed while no kernel and no copy runs, so that host code cannot touch them. Opening all of
// them for each access would cost two system calls for every allocation, and a program can have hundreds. So
// an access opens none in advance. The first touch of an allocation faults, the handler opens that
// allocation's pages and returns, and they are closed when the access ends. Memory that a kernel's arguments
// point to is opened before it begins, to avoid these faults. If faults do not reach the handler (a debugger
// stops at each, the program has another handler or blocks the signal), everything is opened at once.
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace gridmark::emulation {

struct KernelCall;

/// False under a debugger, and if the program blocks the signal or has another handler. A distrusted program
/// cannot set a handler, and a blocked fault ends it.
bool faults_come_to_the_handler();

class OpenPages {
 public:
  static OpenPages& instance();

  /// Called when the first access begins.
  void begin();
  /// Called when the last one ends.
  void end();

  /// Called by the handler of faults, and safe there. Opens the pages of the allocation that includes
  /// `address`. False if no access is in progress or there is no allocation.
  bool open(const void* address);
  /// Opens the memory that the words of a kernel's call point to, including those in its structs.
  void open_arguments(const KernelCall& call);
  /// Notes pages that were mapped open during an access.
  void add(std::uintptr_t pages, std::uintptr_t pages_end);

  /// Whether the access in progress may have written there.
  bool are_open(std::uintptr_t pages) const;

 private:
  struct Range {
    std::uintptr_t begin, end;
  };
  static constexpr std::size_t most_ranges = 256;

  bool contains(std::uintptr_t pages) const;
  void open_all();

  std::atomic<bool> accessed_ = false;
  bool all_ = false;
  std::atomic_flag changing_ = ATOMIC_FLAG_INIT;
  std::array<Range, most_ranges> ranges_{};
  std::atomic<std::size_t> count_ = 0;
};

}  // namespace gridmark::emulation
