#pragma once
#include "emulation/engine/fiber.h"
#include "emulation/engine/threads.h"

namespace gridmark::emulation {

/// The stacks of a block's threads. It switches between them and the stack that the block was started from.
class Stacks {
 public:
  /// Call it before a launch of `threads` threads a block.
  void prepare(unsigned threads);
  /// Frees all stacks. No thread uses one any more.
  void reset();
  /// Gives its memory back to the system, until prepare().
  void release_memory();

  /// From outside, enters a fresh stack or continues a thread. Returns when the block is left.
  void enter();
  void enter(unsigned thread) { switch_to(&caller_, pointer_[thread], outside, of_[thread]); }
  /// The first call on a stack that was entered.
  void entered();

  /// `thread` waits on its stack. Another thread, a new one on a fresh stack, or the caller of enter()
  /// continues.
  void go_on(unsigned thread, unsigned next) {
    switch_to(&pointer_[thread], pointer_[next], of_[thread], of_[next]);
  }
  void start_another(unsigned thread);
  void leave(unsigned thread) { switch_to(&pointer_[thread], caller_, of_[thread], outside); }
  /// The same as go_on(), with a value to take when `thread` continues. Not for a sanitized engine.
  std::uint64_t pass_on(unsigned thread, unsigned next, const std::uint64_t* take = &nothing_to_take) {
    return gridmark_switch_fiber(&pointer_[thread], pointer_[next], take);
  }
  /// Leaves the running stack for the last time, for thread `next` or for the caller of enter().
  [[noreturn]] void end(unsigned next);
  [[noreturn]] void end();
  /// Returns to the caller of enter(). Nothing on the stacks is cleaned up.
  [[noreturn]] void give_up();
  /// The same for a signal handler. Returns the stack pointer with which the handler must continue, as
  /// `gridmark_switch_fiber` loads it.
  void* give_up_later() const;

  /// `thread` runs on the stack that began last.
  void take(unsigned thread) { of_[thread] = last_; }
  /// `thread` has returned, so others can run on its stack.
  void inherit(unsigned thread) { last_ = of_[thread]; }
  /// Gives every thread one stack, which waits for it from block to block.
  void park(unsigned threads);
  bool are_parked() const { return parked_; }

  /// True if the running thread has this much of its stack left below `stack_pointer`.
  bool has_left(const char* stack_pointer, std::size_t bytes) const {
    const char* lowest = memory_.lowest(running()) + 4096;
    return stack_pointer > lowest + bytes && stack_pointer < lowest + FiberStacks::stride;
  }
  bool holds(const void* address) const { return memory_.holds(address); }
  bool is_overflow(const void* address) const { return memory_.in_guard_page(address); }
  /// Number of bytes of the running stack in use, from `address` up.
  std::ptrdiff_t depth(const void* address) const {
    return memory_.lowest(running()) + FiberStacks::stride - static_cast<const char*>(address);
  }

 private:
  static constexpr int outside = Threads::most + 1;
  int running() const { return turn.fibers ? of_[turn.thread] : last_; }
#ifdef __SANITIZE_ADDRESS__
  void switch_to(void** save, void* load, int from, int to);

  const void* caller_stack_ = nullptr;
  std::size_t caller_stack_bytes_ = 0;
  void* fake_stack_[Threads::most + 2] = {};  ///< the last one is the caller's
#else
  void switch_to(void** save, void* load, int, int) { gridmark_switch_fiber(save, load, &nothing_to_take); }
#endif

  FiberStacks memory_;
  void* caller_ = nullptr;
  int last_ = 0;  ///< running now, or the last that began
  bool parked_ = false;
  int of_[Threads::most];             ///< each thread's stack
  void* pointer_[Threads::most + 8];  ///< of a waiting thread; pass_on.cpp reads a little ahead
};

}  // namespace gridmark::emulation
