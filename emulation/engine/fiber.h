#pragma once
// Stacks, and switching between them.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

extern "C" {
/// Saves the callee's registers and stack pointer to `*save` and continues at `load`. Returns the unchanged
/// `*take` when another switch continues here. A caller that only wants that value can thus end in a jump: it
/// has no registers to save and no return to mispredict.
std::uint64_t gridmark_switch_fiber(void** save, void* load, const std::uint64_t* take);
/// The second half of it. A signal handler returns to it with the stack pointer at the saved value.
void gridmark_continue_fiber();
/// The start of a fresh stack. It never returns. The scheduler defines it.
void gridmark_fiber_main();
}

namespace gridmark::emulation {

/// For a switch whose value is not used.
extern const std::uint64_t nothing_to_take;

/// The stacks of one block's device threads. Their addresses are reserved at once, their memory when it is
/// used.
///
/// The page below a stack cannot be touched, so that an overflow faults. Such a page costs the system two of
/// the mappings that it allows a process (65530). If the program has more than most_guarded stacks, the
/// others have no such page.
class FiberStacks {
 public:
#ifdef __SANITIZE_ADDRESS__
  static constexpr std::size_t bytes = 256 * 1024;  ///< frames are larger there
#else
  static constexpr std::size_t bytes = 64 * 1024;
#endif
  /// A power of two apart, all stacks' tops would share a few cache sets: 28 ns a switch instead of 7.
  static constexpr std::size_t stride = bytes + 4096 + 192;

  FiberStacks() = default;
  ~FiberStacks();
  FiberStacks(const FiberStacks&) = delete;
  FiberStacks& operator=(const FiberStacks&) = delete;

  /// Before a block of `threads` threads. No stack may be in use.
  void reserve(unsigned threads) {
    if (static_cast<int>(threads) >= count_) map(static_cast<int>(threads) + 1);
  }
  /// Every stack is free again, whoever was on it.
  void reset();
  /// Gives everything back, until reserve().
  void release_memory() { unmap(); }

  /// A free stack; `*stack_pointer` is what to switch to.
  int acquire(void** stack_pointer);
  void release(int stack) { free_.push_back(stack); }

  char* lowest(int stack) const { return memory_ + stride * static_cast<std::size_t>(stack); }
  bool holds(const void* address) const {
    return memory_ && address >= memory_ && address < memory_ + stride * static_cast<std::size_t>(count_);
  }
  /// Is this address in the no-access page below a stack?
  bool in_guard_page(const void* address) const;

 private:
  char* guard_page(int stack) const;
  void map(int count);
  void unmap();
  void guard(int stack);

  static constexpr int most_guarded = 20000;
  static std::atomic<int> guards_;

  char* memory_ = nullptr;
  int count_ = 0;
  std::vector<int> free_;
  int guarded_ = 0;  ///< stacks below this index have their guard page
};

}  // namespace gridmark::emulation
