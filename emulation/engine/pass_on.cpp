// The quick way from one device thread to the next: at a barrier, and at a thread's end.
//
// Theory of operation
// The threads of a block mostly come to a barrier in order, and each finds the next one ready. The next one
// has waited at the barrier before, or its stack, parked where its last block ended, waits for this block to
// begin. Thread n then only has to leave its stack pointer in turn.stack_pointers[n], count threadIdx up, and
// continue thread n + 1 from there. The code here does that in some twenty instructions that touch one cache
// line of the stack. The caller, inline assembly in the kernel (gridmark/pass_on.h), has saved the registers
// that it still needs.
//
// The engine sets the limit: while turn.thread < turn.pass_end, all threads from the next one up to pass_end
// are ready. The call must be the same for all, turn.place, so that a barrier under a condition is noticed.
// All other cases, and the end of the row, take the slow way into Block. Block books the turns that passed
// (Block::catch_up), judges them, and chooses the thread that continues. A complete round of a block thus
// costs two slow ways. The first is for the first thread, which comes to another place than the last round's.
// The second is for the last thread, which finds that all have come (Block::finish_in_order).
//
// pass_end stays 0 while an observer counts, because then the bookkeeping alone decides the order of the
// threads.
#include <cstddef>

#include "emulation/engine/block.h"
#include "emulation/engine/deadlock.h"
#include "emulation/engine/observer.h"
#include "emulation/engine/visible.h"

// %rdx points to the thread-local variables, from threadIdx on (thread_locals.cpp). Data that is needed after
// a few more switches is prefetched, which hides a part of the second-level cache's time. A waiting stack has
// rbp and the address to continue at on top. The call has put the address there.
asm(R"(
.macro gridmark_pass_on name, slow_way
.text
.globl \name
.type \name,@function
\name:
  .cfi_startproc
  movq threadIdx@gottpoff(%rip),%rdx
  movl %fs:48(%rdx),%ecx
  movq (%rsp),%rax
  cmpl %fs:68(%rdx),%ecx
  jae 4f
  cmpq %fs:80(%rdx),%rax
  jne 4f
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp,-16
  movq %fs:88(%rdx),%rdi
  leaq (%rdi,%rcx,8),%rdi
  movq %rsp,(%rdi)
  incl %ecx
  movl %ecx,%fs:48(%rdx)
  movl %fs:(%rdx),%esi
  incl %esi
  cmpl %fs:24(%rdx),%esi
  je 2f
1:
  movl %esi,%fs:(%rdx)
  movq 32(%rdi),%rsi
  prefetcht0 (%rsi)
  movq 8(%rdi),%rsp
  popq %rbp
  popq %rax
  jmp *%rax
2:
  movl %fs:4(%rdx),%esi
  incl %esi
  cmpl %fs:28(%rdx),%esi
  je 3f
  movl %esi,%fs:4(%rdx)
  xorl %esi,%esi
  jmp 1b
3:
  incl %fs:8(%rdx)
  xorl %esi,%esi
  movl %esi,%fs:4(%rdx)
  jmp 1b
4:
  .cfi_def_cfa_offset 8
  .cfi_restore %rbp
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp,-16
  movq %rsp,%rbp
  .cfi_def_cfa_register %rbp
  andq $-16,%rsp
  movq %rax,%rdi
  call \slow_way
  leave
  .cfi_def_cfa %rsp,8
  popq %rax
  jmp *%rax
  .cfi_endproc
.size \name,.-\name
.endm
gridmark_pass_on gridmark_barrier, gridmark_barrier_slow_way
gridmark_pass_on gridmark_end_thread, gridmark_end_thread_slow_way
)");

namespace gridmark::emulation {

static_assert(offsetof(Turn, thread) == 48 - 48 && offsetof(Turn, pass_end) == 68 - 48 &&
              offsetof(Turn, place) == 80 - 48 && offsetof(Turn, stack_pointers) == 88 - 48);

void Block::pass_barrier(const void* place) {
  if (turn.fibers) {
    const unsigned me = turn.thread;
    come_to(place);
    if (me < turn.pass_end) return scheduler_.pass_on(me);
    if (barrier_.is_empty() && me - scheduler_.passed_from() + 1 == threads_.live &&
        !barrier_.is_divergent() && !observer)
      return finish_in_order();
  }
  barrier(false, place);
}

/// All threads that have not returned passed one after the other, so the bookkeeping stays as it is.
void Block::finish_in_order() {
  const unsigned me = turn.thread, first = scheduler_.passed_from();
  barrier_.release_in_order();
  patience_.forget_rounds();
  stand_aside_if_asked();
  if (first != me) scheduler_.hand_over(me, first, me);
}

/// For a block whose threads have parked stacks, which wait here for the next block.
void Block::end_parked_thread(const void* place) {
  const unsigned me = turn.thread;
  end_place_ = place;
  come_to(place);
  if (me < turn.pass_end) return scheduler_.pass_on(me);
  catch_up();
  write_off(me, me + 1);
  if (threads_.live == 0) return stacks_.leave(me);
  const int next = scheduler_.pick(me);
  if (next < 0) end_with_deadlock();
  const auto chosen = static_cast<unsigned>(next);
  scheduler_.hand_over(me, chosen, scheduler_.ready_until(chosen, Scheduler::most_looked_ahead));
}

/// Threads that passed their turn did so at turn.place.
void Block::come_to(const void* place) {
  if (turn.place == place) return;
  catch_up();
  turn.place = place;
}

void Block::book_passed() {
  const unsigned first = scheduler_.passed_from(), end = turn.thread;
  scheduler_.book_up_to(end);
  if (turn.place == end_place_) return write_off(first, end);
  barrier_.arrive_in_order(first, end, turn.place);
}

}  // namespace gridmark::emulation

using gridmark::emulation::Block;

extern "C" {
void gridmark_barrier_slow_way(const void* place) { Block::here().pass_barrier(place); }
void gridmark_end_thread_slow_way(const void* place) { Block::here().end_thread(place); }
// The counted flavour's entry, as calls of C++.
GRIDMARK_VISIBLE void gridmark_barrier_counted() {
  Block::here().barrier(false, __builtin_return_address(0));
}
GRIDMARK_VISIBLE void gridmark_end_thread_counted() { Block::here().end_thread(__builtin_return_address(0)); }
}
