#include "emulation/engine/sanitizers.h"

#ifdef __SANITIZE_ADDRESS__
/// Faults of kernels are ours to tell, on a signal stack of ours. A stack frame that outlives its function's
/// return lies elsewhere than on the thread's stack, whose bounds the engine asks for.
extern "C" const char* __asan_default_options() {
  return "handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0:use_sigaltstack=0:"
         "detect_stack_use_after_return=0:allocator_may_return_null=1:detect_leaks=0";
}
#endif

#ifdef __SANITIZE_THREAD__
/// Faults of kernels are ours to tell. What is done in their handler is not safe there, and has its nets
/// (runtime/fault_signals.cpp).
extern "C" const char* __tsan_default_options() {
  return "handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0:use_sigaltstack=0:"
         "allocator_may_return_null=1:report_signal_unsafe=0:halt_on_error=1:die_after_fork=0";
}
#endif
