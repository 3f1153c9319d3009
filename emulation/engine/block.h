#pragma once
// Runs the device threads of one block at a time on one operating-system thread.
//
// Theory of operation
// start() enters the kernel on a fresh stack; threads run to their end one after the other on that stack, and
// so do those of the next blocks, until one must wait (gridmark/engine.h). upgrade() then makes up
// for the bookkeeping skipped so far. From there on a waiting thread picks who runs next: a ready lane of its
// own warp, then ready threads further on, wrapping around; a thread that has not started gets a fresh stack,
// on which run_threads is entered again. A stack whose loop has nothing left to start hands over for the last
// time in fiber_ends(). After a block that met barriers or warp primitives, each thread of the launch's later
// blocks has a stack, which waits parked from block to block, and turns pass from thread to thread without
// the books (pass_on.cpp). A barrier is complete when every thread that has not returned waits at it; a warp
// primitive when every lane of its mask that has not returned waits at it. When nobody can run and the block
// is not finished, it is deadlocked. A block that cannot get on by itself (its threads only spin, or wait for
// the grid) is put aside: the running thread switches to the caller of start() or resume(), which says why.
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "emulation/engine/async_copies.h"
#include "emulation/engine/block_queue.h"
#include "emulation/engine/fiber.h"
#include "emulation/engine/observer.h"
#include "emulation/engine/shared_image.h"
#include "emulation/engine/warp_operations.h"
#include "emulation/meters.h"
#include "gridmark/cooperative/contribution.h"
#include "gridmark/engine.h"

namespace gridmark::emulation {

class Block {
 public:
  /// Why start() and resume() return.
  enum class Pause : std::uint8_t { ended, yielded, at_grid_barrier, given_up, to_run_again };

  /// The block that runs on this operating-system thread, or ran last.
  static Block& here() {
    if (!current_) refuse_host_code();
    return *current_;
  }
  /// The same, or null where no block ever ran.
  static Block* current() { return current_; }
  static void set_current(Block* block) { current_ = block; }
  /// Where this operating-system thread counts threads that returned and blocks that began: says whether
  /// anything gets on. No thread-local variable, for each block has its own image of these.
  static void count_progress_in(std::uint64_t* counter) { progress_ = counter; }

  Block();
  ~Block();
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

  /// Before the first block of a launch, and whenever another Block ran in between.
  void prepare(const Grid& grid);
  /// Runs the block at `index`; and those that `more` has, as long as they end without a barrier.
  Pause start(uint3 index, BlockQueue::Share* more = nullptr);
  Pause resume();
  /// True between a start() or resume() that returned `yielded` or `at_grid_barrier`, and the next.
  bool is_aside() const { return pause_ == Pause::yielded || pause_ == Pause::at_grid_barrier; }
  /// A block that was put aside never continues.
  void forget();
  /// Gives its stacks back to the system, until prepare().
  void release_memory() {
    parked_ = false;
    stacks_.release_memory();
  }
  SharedImage& image() { return image_; }
  uint3 index() const { return index_; }

  const char* kernel() const { return grid_ ? grid_->kernel : ""; }
  std::size_t dynamic_shared_bytes() const { return grid_ ? grid_->dynamic_shared_bytes : 0; }
  bool is_past_dynamic_shared(const void* address) const;
  /// Has the running thread this much of its stack left below `stack_pointer`?
  bool has_stack_left(const char* stack_pointer, std::size_t bytes) const {
    const char* lowest = stacks_.lowest(running_stack()) + 4096;
    return stack_pointer > lowest + bytes && stack_pointer < lowest + FiberStacks::stride;
  }
  /// On the stack of one of the block's threads.
  bool is_on_stack(const void* address) const { return stacks_.holds(address); }
  bool is_stack_overflow(const void* address) const { return stacks_.in_guard_page(address); }

  /// Bytes in use of the running stack, from `address` up.
  std::ptrdiff_t stack_depth(const void* address) const {
    return stacks_.lowest(running_stack()) + FiberStacks::stride - static_cast<const char*>(address);
  }

  /// Has every thread of a warp come to a barrier of the block, or returned? Asked by another warp's thread.
  bool warp_is_done(unsigned warp) const;

  // From device code. `place` is the program counter of the call.
  struct Arrivals {
    unsigned threads, nonzero;
  };
  /// Waits for all threads; counts them, and those that came with a predicate.
  Arrivals barrier(bool predicate, const void* place);
  std::uint64_t warp(std::uint64_t value, std::uint64_t request, unsigned mask, const void* place);
  unsigned active_mask(std::uint64_t way, const void* place);
  /// Lets other threads run, one after the other. After `rounds` rounds in which no thread of the block got
  /// on, other blocks do.
  void yield(unsigned rounds = 16);
  /// The running thread, interrupted at `place`, goes on later.
  void preempt(const void* place);
  /// No thread has returned for long: where the block can stop next, others get their turn. Safe in a signal
  /// handler.
  void ask_to_stand_aside() { asked_to_stand_aside_ = true; }
  void meet_grid(const void* place);
  [[noreturn]] void refuse_grid_barrier(const void* place) const;
  bool is_cooperative() const { return grid_->cooperative; }
  /// Leaves the block for good: nothing on its stacks is cleaned up.
  [[noreturn]] void give_up();
  /// The same for a signal handler: where its return must go on, as `gridmark_switch_fiber` loads it.
  void* leave();
  /// The same, and the block runs once more from its start, so that the thread is known when the fault comes
  /// again. For a fault in a row of threads that nobody counts (gridmark/row_of_threads.h).
  void* leave_to_run_again();
  static bool runs_a_row() { return turn.fibers == Turn::row_taken; }
  /// Who waits where, for a sentence; `first_place` becomes a place if it is empty.
  std::string waiting_threads(SourcePlace* first_place);
  /// Waits for `holds(context)`, which is asked when no other thread of the block can run.
  /// Made when first asked for.
  BlockExtras& extras();
  void wait_until(bool (*holds)(void*), void* context, const void* place);
  /// The `count` threads from `first` on that have not returned meet (whole warps, more than one).
  void meet_threads(unsigned first, unsigned count, Contribution* mine, const void* place);

  // From run_threads and the fibers' entry.
  void start_next_thread();
  /// Returns when this stack has another thread to run. `place`: where the call returns to.
  void end_thread(const void* place);
  void pass_barrier(const void* place);
  /// Leaves this stack for the last time, for thread `next`, or for the caller of run when the block is done.
  [[noreturn]] void fiber_ends(int next);
  void enter_fiber();
  /// At the end of a block that has met no barrier: the next one begins on the same stack.
  bool begins_next();
  static constexpr int start_new = -1, nobody = -2;
  void enter_kernel() { grid_->run_threads(grid_->call); }

 private:
  enum class State : std::uint8_t { ready, at_barrier, at_warp, waiting, returned };
  static constexpr unsigned most_threads = 1024, most_warps = 32;
  static constexpr int no_stack = most_threads + 1;  ///< the caller's
  static constexpr unsigned most_looked_ahead = 32;  ///< threads, each time one must be chosen
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

  [[noreturn]] static void refuse_host_code();

  void begin(uint3 index);
  Pause stopped();
  Pause run_again();
  void put_aside(Pause why);
  void upgrade();
  void open_books(unsigned first);
  void fill_identities();
  void park_all();
  void begin_parked();
  void end_parked_thread(const void* place);
  void thread_returned();
  void write_off(unsigned first, unsigned end);
  bool must_stand_aside();
  void stand_aside_if_asked() {
    if (__builtin_expect(observer || asked_to_stand_aside_, 0) && must_stand_aside())
      put_aside(Pause::yielded);
  }
  void catch_up() {
    if (passed_from_ != turn.thread) book_passed();
  }
  void book_passed();
  void come_to(const void* place);
  void pass_on(unsigned thread);
  void hand_over(unsigned thread, unsigned next, unsigned pass_end);
  unsigned ready_until(unsigned first, unsigned most) const;
  int running_stack() const { return turn.fibers ? identity_[turn.thread].stack : stack_; }
  int pick(unsigned after);
  int pick_in(unsigned first, unsigned end) const;
  void wait(unsigned thread);
  void wait_then(unsigned thread, int next);
  void continue_as(unsigned thread) {
    turn.thread = passed_from_ = thread;
    turn.pass_end = 0;
    threadIdx = identity_[thread].index;
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
  bool is_one_barrier(const void* a, const void* b);
  void finish_in_order();
  void wait_at_barrier(unsigned thread);
  void refuse_divergent_barrier();
  [[noreturn]] void refuse_mask(const void* place) const;
  std::uint64_t first_warp(std::uint64_t value, std::uint64_t request, unsigned mask, const void* place);
  std::uint64_t finish_and_take(unsigned warp, unsigned mask, const std::uint64_t* value);
  std::uint64_t wait_and_take(unsigned thread, const std::uint64_t* value);
  bool complete_warp(unsigned warp, unsigned mask);
  void finish_warp(unsigned warp, unsigned mask);
  void work_together(unsigned warp, unsigned mask) const;
  void refuse_mixed_operations(unsigned warp, unsigned mask) const;
  void tell_observer(unsigned warp, unsigned mask) const;
  void resolve_active_masks(unsigned warp);
  bool wake_waiting();
  WideMeeting& wide_meeting(unsigned first, unsigned count);
  bool complete_wide(unsigned first, unsigned count);
  [[noreturn]] void deadlock();

  static __thread Block* current_ __attribute__((tls_model("initial-exec")));
  static __thread std::uint64_t* progress_ __attribute__((tls_model("initial-exec")));

  // Hot state lies in small separate arrays: 1024 threads of it stay in the first-level cache.
  alignas(64) State state_[most_threads];
  void* stack_pointer_[most_threads + 8];  ///< pass_on.cpp looks a little ahead
  Identity identity_[most_threads];
  const void* place_[most_threads];  ///< where the thread waits
  WarpMeeting meeting_[most_warps];
  unsigned converging_[most_warps];  ///< lanes waiting to learn who else came along
  unsigned live_lanes_[most_warps];
  unsigned live_ = 0, at_barrier_ = 0, nonzero_ = 0, converging_lanes_ = 0;
  std::unique_ptr<BlockExtras> extras_;
  unsigned waiting_ = 0;  ///< threads that wait for a condition
  Condition condition_[most_threads];
  Contribution* contribution_[most_threads] = {};
  WideMeeting wide_[most_warps][5] = {};  ///< by first warp and size: 64, 128 ... 1024
  Arrivals released_{};
  const void* barrier_place_ = nullptr;
  bool barrier_places_differ_ = false;
  unsigned live_where_warps_differed_ =
      0;  ///< threads that were live when warps last met at several barriers
  std::map<std::pair<const void*, const void*>, bool>
      one_line_;  ///< pairs of barrier instructions, asked once
  bool identities_filled_ = false;
  int stack_ = 0;                    ///< running now, or the last that was begun
  bool parked_ = false;              ///< every thread has a stack of its own, which waits for the next block
  bool one_by_one_ = false;          ///< no rows of threads
  bool meets_barriers_ = false;      ///< or warp primitives: some block of this launch did
  unsigned passed_from_ = 0;         ///< threads from here to the running one passed their turn on unbooked
  const void* end_place_ = nullptr;  ///< what end_thread returns to
  Pause pause_ = Pause::ended;
  unsigned resumes_as_ = 0;     ///< thread that runs first after resume()
  unsigned rounds_ = 0;         ///< of yielding, since something got on
  unsigned grid_barriers_ = 0;  ///< passed
  unsigned meetings_ = 0;       ///< at barriers and warp primitives, since something got on; where counted
  volatile bool asked_to_stand_aside_ = false;
  uint3 index_{};
  void* caller_ = nullptr;
  BlockQueue::Share* more_ = nullptr;
  const Grid* grid_ = nullptr;
  void (*run_threads_)(void*) = nullptr;  ///< of the launch before
  char* dynamic_shared_ = nullptr;
  FiberStacks stacks_;
  SharedImage image_;
#ifdef __SANITIZE_ADDRESS__
  const void* caller_stack_ = nullptr;
  std::size_t caller_stack_bytes_ = 0;
  void* fake_stack_[most_threads + 2] = {};  ///< the last one is the caller's
#endif
};

}  // namespace gridmark::emulation
