#include "emulation/engine/block.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <new>

#include "emulation/engine/alternate_stack.h"
#include "emulation/engine/async_copies.h"
#include "emulation/engine/dynamic_shared.h"
#include "emulation/engine/fault.h"
#include "emulation/engine/observer.h"
#include "emulation/engine/thread_locals.h"
#include "gridmark/ptx/shared_window.h"
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

namespace gridmark::emulation {
namespace {

constexpr std::size_t page = 4096;
#ifdef __SANITIZE_ADDRESS__
constexpr bool parks = false;
#else
constexpr bool parks = true;
#endif

/// Without access. Nothing else may lie where the window of 32-bit addresses has dynamic shared memory
/// (gridmark/ptx/shared_window.h): a conversion would take another way, and count, as it happens.
constexpr std::size_t behind_dynamic_shared = ptx::dynamic_bytes;

}  // namespace

__thread Block* Block::current_ = nullptr;
__thread std::uint64_t* Block::progress_ = nullptr;

void Block::refuse_host_code() {
  end_with_fault("host code called a barrier or a warp primitive: only kernels may", "", 0);
}

Block::Block() {
  void* memory = mmap(nullptr, most_dynamic_shared + behind_dynamic_shared, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  dynamic_shared_ = static_cast<char*>(memory);
  mprotect(dynamic_shared_, most_dynamic_shared, PROT_READ | PROT_WRITE);
  prepare_thread_locals();
  use_alternate_signal_stack();
}

Block::~Block() {
  munmap(dynamic_shared_, most_dynamic_shared + behind_dynamic_shared);
  if (current_ == this) current_ = nullptr;
}

void Block::prepare(const Grid& grid) {
  grid_ = &grid;
  identities_filled_ = false;
  meets_barriers_ = meets_barriers_ && run_threads_ == grid.run_threads;
  run_threads_ = grid.run_threads;
  if (parked_) stacks_.reset();
  parked_ = false;
  blockDim = grid.threads;
  gridDim = grid.blocks;
  turn.count = grid.threads.x * grid.threads.y * grid.threads.z;
  stacks_.reserve(turn.count);
  turn.stack_pointers = stack_pointer_;
  turn.place = end_place_ = nullptr;
  turn.dynamic_shared = dynamic_shared_;
  // It ends where the page without access begins. While somebody watches, bounds are checked and not to be
  // hit.
  constexpr std::size_t alignment = 128;  // of all banks
  if (!observer)
    turn.dynamic_shared +=
        most_dynamic_shared - (grid.dynamic_shared_bytes + alignment - 1) / alignment * alignment;
  point_to_dynamic_shared(turn.dynamic_shared);
}

bool Block::is_past_dynamic_shared(const void* address) const {
  const char* end = dynamic_shared_ + most_dynamic_shared;
  return address >= end && address < end + page;
}

inline void Block::begin(uint3 index) {
  blockIdx = index_ = index;
  turn.fibers = 0;
  turn.rows = !one_by_one_ && !observer;
  turn.thread = turn.pass_end = passed_from_ = 0;
  extras_.reset();
  pause_ = Pause::ended;
  grid_barriers_ = rounds_ = meetings_ = 0;
  asked_to_stand_aside_ = false;
  ++*progress_;
  if (observer) observer->block_begins();
}

Block::Pause Block::start(uint3 index, BlockQueue::Share* more) {
  more_ = more;
  begin(index);
  void* stack_pointer;
  if (meets_barriers_ && parks) {
    begin_parked();
    stack_pointer = stack_pointer_[0];
  } else {
    stack_ = stacks_.acquire(&stack_pointer);
  }
  turn.in_kernel = 1;
  switch_stacks(&caller_, stack_pointer, no_stack, stack_);
  return stopped();
}

Block::Pause Block::resume() {
  if (observer) observer->block_resumes();
  pause_ = Pause::ended;
  continue_as(resumes_as_);
  turn.in_kernel = 1;
  switch_stacks(&caller_, stack_pointer_[resumes_as_], no_stack, running_stack());
  return stopped();
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
    char sentence[256];
    std::snprintf(
        sentence, sizeof sentence,
        "kernel %s wrote outside its __shared__ arrays in block (%u,%u,%u): check the indices against the "
        "arrays' sizes",
        kernel(), index_.x, index_.y, index_.z);
    prepare_thread_locals();
    fault_of_grid(sentence, {}, error_illegal_address);
  }
  return Pause::ended;
}

Block::Pause Block::run_again() {
  forget();
  one_by_one_ = true;
  const Pause pause = start(index_);
  one_by_one_ = false;
  if (pause != Pause::ended) return pause;
  tell_fault_of_row();  // what the kernel wrote has changed its way
  return pause_ = Pause::given_up;
}

bool Block::begins_next() {
  if (turn.fibers || !more_ || observer) return false;
  // A row of threads has no shared array to overrun. stopped() tells.
  if (turn.rows != Turn::rows_taken && !thread_locals_are_intact()) return false;
  uint3 index;
  if (!more_->next(&index)) return false;
  begin(index);
  return true;
}

/// The first thread of the block that waits: counts what the plain loop did not.
void Block::upgrade() {
  if (!turn.in_kernel)
    end_with_fault("host code called a barrier or a warp primitive: only kernels may", "", 0);
  const unsigned me = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  turn.fibers = 1;
  turn.thread = passed_from_ = me;
  turn.pass_end = 0;
  turn.next = me + 1;
  open_books(me);
  std::memset(state_, static_cast<int>(State::returned), me);
  state_[me] = State::ready;
  if (!identities_filled_) fill_identities();
  identity_[me].stack = stack_;
}

/// A block each of whose threads has a stack that waits for it. One that meets barriers is run so: to begin
/// and to end a thread is then a switch like any other.
void Block::begin_parked() {
  if (!identities_filled_) fill_identities();
  if (!parked_) park_all();
  turn.fibers = 1;
  turn.next = turn.count;
  open_books(0);
  std::memset(state_, static_cast<int>(State::ready), turn.count);
  continue_as(0);
  turn.pass_end = turn.count - 1;
}

void Block::park_all() {
  stacks_.reset();
  for (unsigned thread = 0; thread < turn.count; ++thread)
    identity_[thread].stack = stacks_.acquire(&stack_pointer_[thread]);
  parked_ = true;
}

/// Threads before `me` have returned.
void Block::open_books(unsigned me) {
  const unsigned count = turn.count;
  live_ = count - me;
  at_barrier_ = nonzero_ = converging_lanes_ = waiting_ = 0;
  rounds_ = 0;
  barrier_places_differ_ = false;
  live_where_warps_differed_ = 0;
  std::memset(converging_, 0, sizeof converging_);
  for (unsigned warp = 0; warp * 32 < count; ++warp) {
    meeting_[warp].arrived = 0;
    const unsigned lanes = count - warp * 32 >= 32 ? whole_warp : (1u << (count - warp * 32)) - 1;
    const unsigned returned = me <= warp * 32        ? 0
                              : me - warp * 32 >= 32 ? whole_warp
                                                     : (1u << (me - warp * 32)) - 1;
    live_lanes_[warp] = lanes & ~returned;
  }
}

void Block::fill_identities() {
  identities_filled_ = true;
  unsigned thread = 0;
  for (unsigned z = 0; z < blockDim.z; ++z)
    for (unsigned y = 0; y < blockDim.y; ++y)
      for (unsigned x = 0; x < blockDim.x; ++x) identity_[thread++].index = {x, y, z};
}

inline void Block::start_next_thread() {
  if (parked_) return;  // whoever passed the turn to this stack has done it
  const unsigned me = turn.thread = passed_from_ = turn.next++;
  turn.pass_end = 0;
  threadIdx = identity_[me].index;
  identity_[me].stack = stack_;
  state_[me] = State::ready;
}

void Block::end_thread(const void* place) {
  if (parked_) return end_parked_thread(place);
  catch_up();
  thread_returned();
  start_next_thread();
}

/// Threads [first, end) have returned.
void Block::write_off(unsigned first, unsigned end) {
  std::memset(state_ + first, static_cast<int>(State::returned), end - first);
  live_ -= end - first;
  *progress_ += end - first;
  rounds_ = meetings_ = 0;
  if (at_barrier_ && at_barrier_ == live_) release_barrier();
  for (unsigned thread = first; thread < end;) {
    const unsigned warp = thread / 32, warp_end = std::min(end, warp * 32 + 32);
    const unsigned lanes = whole_warp >> (32 - (warp_end - thread)) << thread % 32;
    live_lanes_[warp] &= ~lanes;
    for (unsigned waiting = meeting_[warp].arrived; waiting; waiting &= waiting - 1) {
      const unsigned lane = static_cast<unsigned>(__builtin_ctz(waiting));
      if (meeting_[warp].arrived >> lane & 1) complete_warp(warp, meeting_[warp].mask[lane]);
    }
    thread = warp_end;
  }
}

// A warp's lanes go on to their end before new threads start: few stacks are then in use at a time, and they
// stay in the first-level cache.
inline void Block::thread_returned() {
  const unsigned me = turn.thread, warp = me / 32;
  stack_ = identity_[me].stack;
  write_off(me, me + 1);
  if (turn.next >= turn.count) fiber_ends(live_ ? pick(me) : nobody);
  if (turn.next / 32 == warp) return;
  for (unsigned rest = live_lanes_[warp]; rest; rest &= rest - 1) {
    const unsigned thread = warp * 32 + static_cast<unsigned>(__builtin_ctz(rest));
    if (state_[thread] == State::ready) fiber_ends(static_cast<int>(thread));
  }
}

int Block::pick_in(unsigned first, unsigned end) const {
  for (unsigned thread = first; thread < end; ++thread) {
    if (thread >= turn.next) return start_new;
    if (state_[thread] == State::ready) return static_cast<int>(thread);
  }
  return nobody;
}

/// Who runs when thread `after` cannot: its warp first, so that a warp's lanes run together.
int Block::pick(unsigned after) {
  const unsigned warp_first = after & ~31u, count = turn.count;
  const unsigned warp_end = warp_first + 32 < count ? warp_first + 32 : count;
  int next = pick_in(after + 1, warp_end);
  if (next == nobody) next = pick_in(warp_first, after);
  if (next == nobody && converging_[after / 32]) {
    resolve_active_masks(after / 32);
    next = pick_in(warp_first, warp_end);
  }
  if (next == nobody) next = pick_in(warp_end, count);
  if (next == nobody) next = pick_in(0, warp_first);
  if (next == nobody && converging_lanes_) {
    for (unsigned warp = 0; warp * 32 < count; ++warp) resolve_active_masks(warp);
    next = pick_in(0, count);
  }
  if (next == nobody && waiting_ && wake_waiting()) next = pick_in(0, count);
  return next;
}

/// Returns when somebody continues as `thread` again.
void Block::wait_then(unsigned thread, int next) {
  if (next == nobody) deadlock();
  if (next == static_cast<int>(thread)) return;
  if (next != start_new) return hand_over(thread, static_cast<unsigned>(next), 0);
  void* stack_pointer;
  stack_ = stacks_.acquire(&stack_pointer);
  switch_stacks(&stack_pointer_[thread], stack_pointer, identity_[thread].stack, stack_);
}

void Block::wait(unsigned thread) { wait_then(thread, pick(thread)); }

bool Block::warp_is_done(unsigned warp) const {
  if (!turn.fibers) return true;  // one after the other, each to its end
  const unsigned first = warp * 32, end = first + 32 < turn.count ? first + 32 : turn.count;
  for (unsigned thread = first; thread < end; ++thread)
    if (thread >= turn.next || (state_[thread] != State::at_barrier && state_[thread] != State::returned))
      return false;
  return true;
}

void Block::fiber_ends(int next) {
  const int mine = stack_;
  stacks_.release(mine);
  void* never_resumed;
  if (!turn.fibers || live_ == 0) switch_stacks(&never_resumed, caller_, mine, no_stack);
  if (next < 0) deadlock();
  continue_as(static_cast<unsigned>(next));
  switch_stacks(&never_resumed, stack_pointer_[next], mine, identity_[next].stack);
  __builtin_unreachable();
}

#ifdef __SANITIZE_ADDRESS__
void Block::switch_stacks(void** save, void* load, int from, int to) {
  const bool to_caller = to == no_stack;
  __sanitizer_start_switch_fiber(&fake_stack_[from], to_caller ? caller_stack_ : stacks_.lowest(to),
                                 to_caller ? caller_stack_bytes_ : FiberStacks::stride);
  gridmark_switch_fiber(save, load, &nothing_to_take);
  __sanitizer_finish_switch_fiber(fake_stack_[from], nullptr, nullptr);
}

void Block::enter_fiber() {
  const void* stack;
  std::size_t bytes;
  __sanitizer_finish_switch_fiber(nullptr, &stack, &bytes);
  if (!caller_stack_) caller_stack_ = stack, caller_stack_bytes_ = bytes;
}
#else
void Block::enter_fiber() {}
#endif

void start_next_thread() { Block::here().start_next_thread(); }

}  // namespace gridmark::emulation

extern "C" void gridmark_fiber_main() {
  using namespace gridmark::emulation;
  Block& block = Block::here();
  block.enter_fiber();
  do block.enter_kernel();
  while (block.begins_next());
  block.fiber_ends(Block::nobody);
}
