#include "emulation/engine/stacks.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

namespace gridmark::emulation {

void Stacks::prepare(unsigned threads) {
  if (parked_) reset();
  memory_.reserve(threads);
  turn.stack_pointers = pointer_;
}

void Stacks::reset() {
  parked_ = false;
  memory_.reset();
}

void Stacks::release_memory() {
  parked_ = false;
  memory_.release_memory();
}

void Stacks::enter() {
  void* stack_pointer;
  last_ = memory_.acquire(&stack_pointer);
  switch_to(&caller_, stack_pointer, outside, last_);
}

void Stacks::start_another(unsigned thread) {
  void* stack_pointer;
  last_ = memory_.acquire(&stack_pointer);
  switch_to(&pointer_[thread], stack_pointer, of_[thread], last_);
}

void Stacks::end(unsigned next) {
  void* never_resumed;
  memory_.release(last_);
  switch_to(&never_resumed, pointer_[next], last_, of_[next]);
  __builtin_unreachable();
}

void Stacks::end() {
  void* never_resumed;
  memory_.release(last_);
  switch_to(&never_resumed, caller_, last_, outside);
  __builtin_unreachable();
}

void Stacks::give_up() {
  void* never_resumed;
  switch_to(&never_resumed, caller_, running(), outside);
  __builtin_unreachable();
}

void* Stacks::give_up_later() const {
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_start_switch_fiber(nullptr, caller_stack_, caller_stack_bytes_);
#endif
  return caller_;
}

void Stacks::park(unsigned threads) {
  memory_.reset();
  for (unsigned thread = 0; thread < threads; ++thread) of_[thread] = memory_.acquire(&pointer_[thread]);
  parked_ = true;
}

#ifdef __SANITIZE_ADDRESS__
void Stacks::switch_to(void** save, void* load, int from, int to) {
  const bool leaves = to == outside;
  __sanitizer_start_switch_fiber(&fake_stack_[from], leaves ? caller_stack_ : memory_.lowest(to),
                                 leaves ? caller_stack_bytes_ : FiberStacks::stride);
  gridmark_switch_fiber(save, load, &nothing_to_take);
  __sanitizer_finish_switch_fiber(fake_stack_[from], nullptr, nullptr);
}

void Stacks::entered() {
  const void* stack;
  std::size_t bytes;
  __sanitizer_finish_switch_fiber(nullptr, &stack, &bytes);
  if (!caller_stack_) caller_stack_ = stack, caller_stack_bytes_ = bytes;
}
#else
void Stacks::entered() {}
#endif

}  // namespace gridmark::emulation
