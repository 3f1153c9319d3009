#include "emulation/engine/fiber.h"

#include <sys/mman.h>

#include <cstdint>
#include <new>

#include "emulation/engine/sanitizers.h"

extern "C" void gridmark_fiber_entry();

// The top of a waiting stack holds rbp and the address to continue at. This function puts below it the other
// registers that a callee must preserve, and the address of the value to return. pass_on.cpp leaves nothing
// else there. The way out is a jump and not a return: a processor predicts returns from the calls that it
// saw, and none of those leads to another stack. If the threads of a block wait at one barrier, the jump's
// target stays the same.
asm(R"(
.text
.globl gridmark_switch_fiber
.type gridmark_switch_fiber,@function
gridmark_switch_fiber:
  .cfi_startproc
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  pushq %rdx
  leaq 1f(%rip),%rax
  pushq %rax
  pushq %rbp
  movq %rsp,(%rdi)
  movq %rsi,%rsp
.globl gridmark_continue_fiber
gridmark_continue_fiber:
  popq %rbp
  popq %rax
  jmp *%rax
1:
  popq %rdx
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  movq (%rdx),%rax
  popq %rcx
  jmp *%rcx
  .cfi_endproc
.size gridmark_switch_fiber,.-gridmark_switch_fiber
.globl gridmark_fiber_entry
.type gridmark_fiber_entry,@function
gridmark_fiber_entry:
  .cfi_startproc
  .cfi_undefined rip
  .cfi_undefined rbp
  call gridmark_fiber_main
  ud2
  .cfi_endproc
.size gridmark_fiber_entry,.-gridmark_fiber_entry
)");

namespace gridmark::emulation {

constexpr std::size_t page = 4096;
const std::uint64_t nothing_to_take = 0;

std::atomic<int> FiberStacks::guards_{0};

FiberStacks::~FiberStacks() { unmap(); }

void FiberStacks::unmap() {
  if (memory_) forget_stack_frames(memory_, stride * static_cast<std::size_t>(count_));
  if (memory_) munmap(memory_, stride * static_cast<std::size_t>(count_));
  guards_ -= guarded_;
  memory_ = nullptr;
  count_ = guarded_ = 0;
}

void FiberStacks::map(int count) {
  unmap();
  void* memory = mmap(nullptr, stride * static_cast<std::size_t>(count), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  memory_ = static_cast<char*>(memory);
  count_ = count;
  reset();
}

void FiberStacks::reset() {
  free_.clear();
  for (int stack = count_; stack-- > 0;) free_.push_back(stack);
}

void FiberStacks::guard(int stack) {
  if (guards_ >= most_guarded) return;
  for (; guarded_ <= stack; ++guarded_, ++guards_) mprotect(guard_page(guarded_), page, PROT_NONE);
}

char* FiberStacks::guard_page(int stack) const {
  const auto low = reinterpret_cast<std::uintptr_t>(lowest(stack));
  return reinterpret_cast<char*>((low + page - 1) & ~(page - 1));
}

int FiberStacks::acquire(void** stack_pointer) {
  const int stack = free_.back();
  free_.pop_back();
  // Stacks are first handed out in order, so that blocks with few threads pay for few guard pages.
  if (__builtin_expect(guarded_ <= stack, 0)) guard(stack);
  forget_stack_frames(lowest(stack), stride);
  const auto top = reinterpret_cast<std::uintptr_t>(lowest(stack) + stride - 64) & ~std::uintptr_t{63};
  void** frame = reinterpret_cast<void**>(top);
  *--frame = reinterpret_cast<void*>(gridmark_fiber_entry);
  *--frame = nullptr;  // rbp
  *stack_pointer = frame;
  return stack;
}

bool FiberStacks::in_guard_page(const void* address) const {
  const char* at = static_cast<const char*>(address);
  if (!memory_ || at < memory_ || at >= memory_ + stride * static_cast<std::size_t>(count_)) return false;
  const char* guard = guard_page(static_cast<int>(static_cast<std::size_t>(at - memory_) / stride));
  return at >= guard && at < guard + page;
}

}  // namespace gridmark::emulation
