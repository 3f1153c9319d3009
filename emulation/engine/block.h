#pragma once
// Runs the device threads of one block at a time on one operating-system thread.
//
// Theory of operation
// run() enters the kernel on a fresh stack; threads run to their end one after the other on that stack until
// one must wait (include/gridmark/engine.h). upgrade() then makes up for the bookkeeping skipped so far. From
// there on a waiting thread picks who runs next: a ready lane of its own warp, then ready threads further on,
// wrapping around; a thread that has not started gets a fresh stack, on which run_threads is entered again. A
// stack whose loop has nothing left to start hands over for the last time in fiber_ends(). A barrier is
// complete when every thread that has not returned waits at it; a warp primitive when every lane of its mask
// that has not returned waits at it. When nobody can run and the block is not finished, it is deadlocked.
#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "emulation/engine/fiber.h"
#include "emulation/engine/warp_operations.h"
#include "emulation/meters.h"
#include "gridmark/cooperative/contribution.h"
#include "gridmark/engine.h"

namespace gridmark::emulation {

class Block {
 public:
  /// The block runner of this operating-system thread.
  static Block& here() { return current_ ? *current_ : create(); }
  /// The same, or null where no block ever ran.
  static Block* current() { return current_; }

  Block();
  ~Block();
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

  /// Before the first block of a launch.
  void prepare(const Grid& grid);
  void run(uint3 index);

  const char* kernel() const { return grid_ ? grid_->kernel : ""; }
  std::size_t dynamic_shared_bytes() const { return grid_ ? grid_->dynamic_shared_bytes : 0; }
  bool is_past_dynamic_shared(const void* address) const;
  bool is_stack_overflow(const void* address) const { return stacks_.in_guard_page(address); }

  /// Bytes in use of the running stack, from `address` up.
  std::ptrdiff_t stack_depth(const void* address) const {
    return stacks_.lowest(stack_) + FiberStacks::stride - static_cast<const char*>(address);
  }

  // From device code. `place` is the program counter of the call.
  struct Arrivals {
    unsigned threads, nonzero;
  };
  /// Waits for all threads; counts them, and those that came with a predicate.
  Arrivals barrier(bool predicate, const void* place);
  std::uint64_t warp(std::uint64_t value, std::uint64_t request, unsigned mask, const void* place);
  unsigned active_mask(std::uint64_t way, const void* place);
  void yield();
  /// Waits for `holds(context)`, which is asked when no other thread of the block can run.
  void wait_until(bool (*holds)(void*), void* context, const void* place);
  /// The `count` threads from `first` on that have not returned meet (whole warps, more than one).
  void meet_threads(unsigned first, unsigned count, Contribution* mine, const void* place);

  // From run_threads and the fibers' entry.
  void start_next_thread();
  /// Returns when this stack is to start another thread: there is one, and no lane of this warp can go on
  /// first.
  void thread_returned();
  /// Leaves this stack for the last time, for thread `next`, or for the caller of run when the block is done.
  [[noreturn]] void fiber_ends(int next);
  void enter_fiber();
  static constexpr int start_new = -1, nobody = -2;
  void enter_kernel() { grid_->run_threads(grid_->call); }

 private:
  enum class State : std::uint8_t { ready, at_barrier, at_warp, waiting, returned };
  static constexpr unsigned most_threads = 1024, most_warps = 32;
  static constexpr std::size_t most_dynamic_shared = 256 * 1024;
  struct Identity {
    uint3 index;
    int stack;
  };
  struct Condition {
    bool (*holds)(void*);
    void* context;
  };
  struct WideMeeting {
    unsigned arrived, generation;
  };

  static Block& create();

  void upgrade();
  void fill_identities();
  int pick(unsigned after);
  int pick_in(unsigned first, unsigned end) const;
  void wait(unsigned thread);
  void wait_then(unsigned thread, int next);
  void continue_as(unsigned thread) {
    turn.thread = thread;
    threadIdx = identity_[thread].index;
    stack_ = identity_[thread].stack;
  }
#ifdef __SANITIZE_ADDRESS__
  void switch_stacks(void** save, void* load, int from, int to);
#else
  void switch_stacks(void** save, void* load, int, int) {
    gridmark_switch_fiber(save, load, &nothing_to_take);
  }
#endif

  Arrivals barrier_alone(bool predicate);
  void complete_barrier();
  void release_barrier();
  void let_first_thread_go_on();
  void refuse_divergent_barrier();
  [[noreturn]] void refuse_mask(const void* place) const;
  std::uint64_t first_warp(std::uint64_t value, std::uint64_t request, unsigned mask, const void* place);
  std::uint64_t finish_and_take(unsigned warp, unsigned mask, const std::uint64_t* value);
  std::uint64_t wait_and_take(unsigned thread, const std::uint64_t* value);
  bool complete_warp(unsigned warp, unsigned mask);
  void finish_warp(unsigned warp, unsigned mask);
  void work_together(unsigned warp, unsigned mask) const;
  void refuse_mixed_operations(unsigned warp, unsigned mask) const;
  void resolve_active_masks(unsigned warp);
  bool wake_waiting();
  WideMeeting& wide_meeting(unsigned first, unsigned count);
  bool complete_wide(unsigned first, unsigned count);
  [[noreturn]] void deadlock();
  std::string waiting_threads(SourcePlace* first_place) const;

  static __thread Block* current_ __attribute__((tls_model("initial-exec")));

  // Hot state lies in small separate arrays: 1024 threads of it stay in the first-level cache.
  alignas(64) State state_[most_threads];
  void* stack_pointer_[most_threads];
  Identity identity_[most_threads];
  const void* place_[most_threads];  ///< where the thread waits
  WarpMeeting meeting_[most_warps];
  unsigned converging_[most_warps];  ///< lanes waiting to learn who else came along
  unsigned live_lanes_[most_warps];
  unsigned live_ = 0, at_barrier_ = 0, nonzero_ = 0, converging_lanes_ = 0;
  unsigned waiting_ = 0;  ///< threads that wait for a condition
  Condition condition_[most_threads];
  Contribution* contribution_[most_threads] = {};
  WideMeeting wide_[most_warps][5] = {};  ///< by first warp and size: 64, 128 ... 1024
  Arrivals released_{};
  const void* barrier_place_ = nullptr;
  bool barrier_places_differ_ = false;
  std::set<std::pair<const void*, const void*>> copies_of_one_line_;  ///< barrier instructions known to be
  bool identities_filled_ = false;
  int stack_ = 0;  ///< running now
  void* caller_ = nullptr;
  const Grid* grid_ = nullptr;
  char* dynamic_shared_ = nullptr;
  FiberStacks stacks_;
#ifdef __SANITIZE_ADDRESS__
  const void* caller_stack_ = nullptr;
  std::size_t caller_stack_bytes_ = 0;
  void* fake_stack_[FiberStacks::most + 1] = {};  ///< the last one is the caller's
#endif
};

}  // namespace gridmark::emulation
