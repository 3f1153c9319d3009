#include "emulation/engine/sanitizers.h"

#ifdef __SANITIZE_ADDRESS__
/// The engine reports faults of kernels, on its own signal stack. A stack frame that outlives its function's
/// return would lie outside of the thread's stack, whose bounds the engine uses.
extern "C" const char* __asan_default_options() {
  return "handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0:use_sigaltstack=0:"
         "detect_stack_use_after_return=0:allocator_may_return_null=1:detect_leaks=0";
}
#endif

#ifdef __SANITIZE_THREAD__
/// The engine reports faults of kernels. The work in their handler is not safe there, but it has its own
/// protection (runtime/fault_signals.cpp).
extern "C" const char* __tsan_default_options() {
  return "handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0:use_sigaltstack=0:"
         "allocator_may_return_null=1:report_signal_unsafe=0:halt_on_error=1:die_after_fork=0";
}
#endif
