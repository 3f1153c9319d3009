#pragma once
// Runs the device threads of one block at a time on one operating-system thread.
//
// Theory of operation
// start() enters the kernel on a fresh stack. The threads run to their end on that stack, one after the
// other, and so do those of the next blocks, until one must wait (gridmark/engine.h). upgrade() then does the
// bookkeeping that was skipped so far. From there on, a waiting thread picks the next thread to run
// (Scheduler): a ready lane of its own warp, then ready threads further on, wrapping around. A thread that
// has not started gets a fresh stack (Stacks), on which run_threads is entered again. A stack whose loop has
// nothing left to start hands over for the last time in end_fiber(). After a block that met barriers or warp
// primitives, each thread of the launch's later blocks has a stack, which stays parked from block to block.
// Turns then pass from thread to thread without bookkeeping (pass_on.cpp). BlockBarrier, WarpMeetings and
// ThreadGroups know which threads have come where, and Threads knows the reason why each one waits. A block
// is deadlocked if it is not finished and none of its threads can run. A block is put aside if its threads
// only spin, or wait for the grid. The running thread then switches to the caller of start() or resume(), and
// the return value gives the reason.
#include <cstdint>
#include <memory>
#include <string>

#include "emulation/engine/async_copies.h"
#include "emulation/engine/block_barrier.h"
#include "emulation/engine/block_queue.h"
#include "emulation/engine/dynamic_shared.h"
#include "emulation/engine/patience.h"
#include "emulation/engine/scheduler.h"
#include "emulation/engine/shared_image.h"
#include "emulation/engine/stacks.h"
#include "emulation/engine/thread_groups.h"
#include "emulation/engine/warp_meetings.h"
#include "emulation/meters.h"

namespace gridmark::emulation {

class Block {
 public:
  /// Reasons for which start() and resume() return.
  enum class Pause : std::uint8_t { ended, yielded, at_grid_barrier, given_up, to_run_again };

  /// The block that runs on this operating-system thread, or ran last.
  static Block& here() {
    if (!current_) refuse_host_code();
    return *current_;
  }
  /// The same, or null if no block ever ran.
  static Block* current() { return current_; }
  static void set_current(Block* block) { current_ = block; }
  /// The counter to which this operating-system thread adds threads that returned and blocks that began. It
  /// shows whether there is progress. It is not a thread-local variable, because each block has its own image
  /// of those.
  static void count_progress_in(std::uint64_t* counter) { progress_ = counter; }

  Block();
  ~Block();
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

  /// Call it before the first block of a launch, and whenever another Block ran in between.
  void prepare(const Grid& grid);
  /// Runs the block at `index`, and then blocks from `more` as long as they end without a barrier.
  Pause start(uint3 index, BlockQueue::Share* more = nullptr);
  Pause resume();
  /// True between a start() or resume() that returned `yielded` or `at_grid_barrier`, and the next.
  bool is_aside() const { return pause_ == Pause::yielded || pause_ == Pause::at_grid_barrier; }
  /// Drops a block that was put aside. It never continues.
  void forget();

  SharedImage& image() { return image_; }
  Stacks& stacks() { return stacks_; }
  const Threads& threads() const { return threads_; }
  const DynamicShared& dynamic_shared() const { return dynamic_shared_; }
  uint3 index() const { return index_; }
  const char* kernel() const { return grid_ ? grid_->kernel : ""; }
  std::size_t dynamic_shared_bytes() const { return grid_ ? grid_->dynamic_shared_bytes : 0; }
  bool is_cooperative() const { return grid_->cooperative; }
  static bool runs_a_row() { return turn.fibers == Turn::row_taken; }
  unsigned returned_threads() const;
  /// The waiting threads and their places, for a message. `first_place` becomes a place if it is empty.
  std::string waiting_threads(SourcePlace* first_place);

  // From device code. `place` is the program counter of the call.
  /// Waits for all threads.
  BlockBarrier::Arrivals barrier(bool predicate, const void* place);
  std::uint64_t warp(std::uint64_t value, std::uint64_t request, unsigned mask, const void* place);
  unsigned active_mask(std::uint64_t way, const void* place);
  /// Waits for `holds(context)`, which is called when no other thread of the block can run.
  void wait_until(bool (*holds)(void*), void* context, const void* place);
  /// A meeting of those of the `count` threads from `first` on that have not returned (whole warps, more than
  /// one).
  void meet_threads(unsigned first, unsigned count, Contribution* mine, const void* place);
  void meet_grid(const void* place);
  /// Lets other threads run, one after the other. After `rounds` rounds in which no thread of the block made
  /// progress, other blocks run.
  void yield(unsigned rounds = 16);
  /// Made at the first call.
  BlockExtras& extras();

  /// The running thread was interrupted at `place` and continues later.
  void preempt(const void* place);
  /// Lets other blocks run as soon as this one can stop. Safe in a signal handler.
  void ask_to_stand_aside() { patience_.ask(); }
  /// Leaves the block for good. Nothing on its stacks is cleaned up.
  [[noreturn]] void give_up();
  /// The same for a signal handler. Returns the stack pointer with which the handler must continue, as
  /// `gridmark_switch_fiber` loads it.
  void* leave();
  /// The same, and the block runs once more from its start, so that the thread is known when the fault comes
  /// again. It is used for a fault in a row of threads that is not counted (gridmark/row_of_threads.h).
  void* leave_to_run_again();

  // Called by run_threads and at the start of a fiber.
  void start_next_thread();
  /// Returns when this stack has another thread to run. `place` is the address to which the call returns.
  void end_thread(const void* place);
  void pass_barrier(const void* place);
  [[noreturn]] void run_fiber();

 private:
  [[noreturn]] static void refuse_host_code();

  void begin(uint3 index);
  bool begins_next();
  Pause stopped();
  void tell_shared_overrun();
  Pause run_again();
  void upgrade();
  void open_books(unsigned first);
  void begin_parked();
  void end_parked_thread(const void* place);
  [[noreturn]] void end_fiber(int next);
  void write_off(unsigned first, unsigned end);

  void catch_up() {
    if (scheduler_.passed_from() != turn.thread) book_passed();
  }
  void book_passed();
  void come_to(const void* place);
  void finish_in_order();
  void complete_barrier();
  void release_barrier();
  void wait_at_barrier(unsigned thread);
  std::uint64_t first_warp(std::uint64_t value, std::uint64_t request, unsigned mask, const void* place);
  std::uint64_t finish_and_take(unsigned warp, unsigned mask, const std::uint64_t* value);
  std::uint64_t wait_and_take(unsigned thread, const std::uint64_t* value);

  void put_aside(Pause why);
  void stand_aside_if_asked() {
    if (patience_.may_be_asked() && patience_.is_asked()) put_aside(Pause::yielded);
  }

  static __thread Block* current_ __attribute__((tls_model("initial-exec")));
  static __thread std::uint64_t* progress_ __attribute__((tls_model("initial-exec")));

  // Members that the begin and the end of every block use lie together.
  bool is_numbered_ = false;     ///< the threads have numbers
  bool one_by_one_ = false;      ///< no rows of threads
  bool meets_barriers_ = false;  ///< some block of this launch met barriers or warp primitives
  Pause pause_ = Pause::ended;
  unsigned resumes_as_ = 0;     ///< thread that runs first after resume()
  unsigned grid_barriers_ = 0;  ///< barriers of the grid that were passed
  uint3 index_{};
  const void* end_place_ = nullptr;  ///< the address to which end_thread returns
  BlockQueue::Share* more_ = nullptr;
  const Grid* grid_ = nullptr;
  void (*run_threads_)(void*) = nullptr;  ///< of the previous launch
  std::unique_ptr<BlockExtras> extras_;
  Patience patience_;
  DynamicShared dynamic_shared_;
  SharedImage image_;
  BlockBarrier barrier_{threads_};
  Scheduler scheduler_{threads_, stacks_, warps_};
  Stacks stacks_;
  Threads threads_;
  WarpMeetings warps_{threads_};
  ThreadGroups groups_{threads_};
};

}  // namespace gridmark::emulation
