// The life of a block, from the launch's first block to the end of its last thread.
#include "emulation/engine/block.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "emulation/engine/alternate_stack.h"
#include "emulation/engine/deadlock.h"
#include "emulation/engine/fault.h"
#include "emulation/engine/observer.h"
#include "emulation/engine/thread_locals.h"

namespace gridmark::emulation {

using State = Threads::State;

namespace {
#ifdef __SANITIZE_ADDRESS__
constexpr bool parks = false;
#else
constexpr bool parks = true;
#endif
}  // namespace

__thread Block* Block::current_ = nullptr;
__thread std::uint64_t* Block::progress_ = nullptr;

void Block::refuse_host_code() {
  end_with_fault("host code called a barrier or a warp primitive: only kernels may", "", 0);
}

Block::Block() {
  prepare_thread_locals();
  use_alternate_signal_stack();
}

Block::~Block() {
  if (current_ == this) current_ = nullptr;
}

void Block::prepare(const Grid& grid) {
  grid_ = &grid;
  is_numbered_ = false;
  meets_barriers_ = meets_barriers_ && run_threads_ == grid.run_threads;
  run_threads_ = grid.run_threads;
  blockDim = grid.threads;
  gridDim = grid.blocks;
  turn.count = grid.threads.x * grid.threads.y * grid.threads.z;
  stacks_.prepare(turn.count);
  turn.place = end_place_ = nullptr;
  dynamic_shared_.prepare(grid.dynamic_shared_bytes);
}

inline void Block::begin(uint3 index) {
  blockIdx = index_ = index;
  turn.fibers = 0;
  turn.rows = !one_by_one_ && !observer;
  scheduler_.take_turn(0);
  extras_.reset();
  pause_ = Pause::ended;
  grid_barriers_ = 0;
  patience_.renew();
  patience_.ask(false);
  ++*progress_;
  if (observer) observer->block_begins();
}

Block::Pause Block::start(uint3 index, BlockQueue::Share* more) {
  more_ = more;
  begin(index);
  const bool parked = meets_barriers_ && parks;
  if (parked) begin_parked();
  turn.in_kernel = 1;
  if (parked)
    stacks_.enter(0);
  else
    stacks_.enter();
  return stopped();
}

Block::Pause Block::resume() {
  if (observer) observer->block_resumes();
  pause_ = Pause::ended;
  scheduler_.continue_as(resumes_as_);
  turn.in_kernel = 1;
  stacks_.enter(resumes_as_);
  return stopped();
}

/// The observer knows the access, because it sees every one.
void Block::tell_shared_overrun() {
  const auto seen = observer ? observer->seen_out_of_bounds() : std::nullopt;
  char message[1024];
  std::snprintf(message, sizeof message,
                "kernel %.200s wrote outside its __shared__ arrays in block (%u,%u,%u): %s", kernel(),
                index_.x, index_.y, index_.z,
                seen ? seen->message.c_str() : "check the indices against the arrays' sizes");
  prepare_thread_locals();
  fault_of_grid(message, seen ? seen->place : SourcePlace(), error_illegal_address);
}

inline Block::Pause Block::stopped() {
  turn.in_kernel = 0;
  if (__builtin_expect(pause_ != Pause::ended, 0)) {
    if (pause_ == Pause::to_run_again) return run_again();
    if (pause_ == Pause::given_up) forget();
    return pause_;
  }
  turn.fibers = 0;
  if (observer) observer->block_ends();
  if (__builtin_expect(!thread_locals_are_intact(), 0)) {
    tell_shared_overrun();
  }
  return Pause::ended;
}

Block::Pause Block::run_again() {
  forget();
  one_by_one_ = true;
  const Pause pause = start(index_);
  one_by_one_ = false;
  if (pause != Pause::ended) return pause;
  tell_fault_of_row();  // no fault this time: the kernel's writes have changed its course
  return pause_ = Pause::given_up;
}

/// At the end of a block that has met no barrier, the next one begins on the same stack.
bool Block::begins_next() {
  if (turn.fibers || !more_ || observer) return false;
  // A row of threads has no shared array to overrun. stopped() reports it.
  if (turn.rows != Turn::rows_taken && !thread_locals_are_intact()) return false;
  uint3 index;
  if (!more_->next(&index)) return false;
  begin(index);
  return true;
}

void Block::run_fiber() {
  stacks_.entered();
  do grid_->run_threads(grid_->call);
  while (begins_next());
  end_fiber(Scheduler::nobody);
}

/// Called for the first thread of the block that waits. It counts the threads that the plain loop did not.
void Block::upgrade() {
  if (!turn.in_kernel) refuse_host_code();
  const unsigned me = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  turn.fibers = 1;
  scheduler_.take_turn(me);
  turn.next = me + 1;
  open_books(me);
  threads_.state[me] = State::ready;
  stacks_.take(me);
}

/// Begins a block each of whose threads has a parked stack. Blocks that meet barriers run in this way, so
/// that the begin and the end of a thread are switches like all others.
void Block::begin_parked() {
  if (!stacks_.are_parked()) stacks_.park(turn.count);
  turn.fibers = 1;
  turn.next = turn.count;
  open_books(0);
  std::memset(threads_.state, static_cast<int>(State::ready), turn.count);
  scheduler_.continue_as(0);
  turn.pass_end = turn.count - 1;
}

/// Threads before `first` have returned.
void Block::open_books(unsigned first) {
  if (!is_numbered_) threads_.number();
  is_numbered_ = true;
  threads_.open(first);
  barrier_.open();
  warps_.open();
  scheduler_.open();
  patience_.forget_rounds();
}

inline void Block::start_next_thread() {
  if (stacks_.are_parked()) return;  // done by the thread that passed the turn to this stack
  scheduler_.start_next();
}

void Block::end_thread(const void* place) {
  if (stacks_.are_parked()) return end_parked_thread(place);
  catch_up();
  const unsigned me = turn.thread;
  stacks_.inherit(me);
  write_off(me, me + 1);
  const int next = scheduler_.pick_after_end(me);
  if (next != Scheduler::start_new) end_fiber(next);
  scheduler_.start_next();
}

/// Threads [first, end) have returned.
void Block::write_off(unsigned first, unsigned end) {
  std::memset(threads_.state + first, static_cast<int>(State::returned), end - first);
  threads_.live -= end - first;
  *progress_ += end - first;
  patience_.renew();
  if (barrier_.is_complete()) release_barrier();
  for (unsigned thread = first; thread < end;) {
    const unsigned warp = thread / 32, warp_end = std::min(end, warp * 32 + 32);
    threads_.live_lanes[warp] &= ~(whole_warp >> (32 - (warp_end - thread)) << thread % 32);
    warps_.lanes_returned(warp);
    thread = warp_end;
  }
}

/// Leaves this stack for the last time, for thread `next`, or for the caller of start() if the block is done.
void Block::end_fiber(int next) {
  if (!turn.fibers || threads_.live == 0) stacks_.end();
  if (next < 0) end_with_deadlock();
  scheduler_.continue_as(static_cast<unsigned>(next));
  stacks_.end(static_cast<unsigned>(next));
}

void start_next_thread() { Block::here().start_next_thread(); }

}  // namespace gridmark::emulation

extern "C" void gridmark_fiber_main() { gridmark::emulation::Block::here().run_fiber(); }
