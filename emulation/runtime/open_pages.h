#pragma once
// Device memory on a processor without protection keys.
//
// Theory of operation
// Its pages are closed while no kernel and no copy runs, so that host code cannot touch them. To open all of
// them for each of these would cost two system calls for every allocation, and a program may have hundreds.
// So an access opens none: what it touches faults, the handler of faults opens that allocation's pages and
// returns, and when the access ends they are closed. What a kernel's arguments point to is opened before it
// begins, which spares the faults. Where faults do not come to the handler (a debugger
// stops at each, the program has a handler of its own or blocks the signal) all is opened at once.
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace gridmark::emulation {

struct KernelCall;

/// Not under a debugger, nor where the program blocks the signal or has a handler of its own. In one that is
/// distrusted no handler is its own, and a blocked fault is its end.
bool faults_come_to_the_handler();

class OpenPages {
 public:
  static OpenPages& instance();

  /// The first access begins.
  void begin();
  /// The last one ends.
  void end();

  /// For the handler of faults, and fit for it: opens the pages of the allocation that has `address` among
  /// them. False where no access goes on or no allocation is there.
  bool open(const void* address);
  /// What the words of a kernel's call point to, those in its structs too.
  void open_arguments(const KernelCall& call);
  /// What was mapped open while an access goes on.
  void add(std::uintptr_t pages, std::uintptr_t pages_end);

  /// Whether the access that goes on may have written there.
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
