#include "emulation/runtime/fault_signals.h"

#include <setjmp.h>
#include <signal.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#include <atomic>
#include <cstdint>

#include "emulation/engine/alternate_stack.h"
#include "emulation/engine/block.h"
#include "emulation/engine/fault.h"
#include "emulation/engine/source_place.h"
#include "emulation/runtime/fault_sentence.h"

// Theory of operation
// The sentence needs the ledger and the program's debug information, which allocate memory: nothing that a
// signal handler may do safely. The process is about to die, so it is tried, under two nets: a second fault,
// or two seconds without an answer (a lock that the faulting code held), jump back to where the plain
// sentence is said.

namespace gridmark::emulation {
namespace {

constexpr int fault_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
constexpr int patience_seconds = 2;

std::atomic<int> handling_thread{0};
sigjmp_buf plain_sentence;

/// Innermost frame of the stack that stands in the student's sources.
SourcePlace first_place_on_stack() {
  SourcePlace place;
  _Unwind_Backtrace(
      [](_Unwind_Context* context, void* result) {
        int before_instruction = 0;
        const auto* at = reinterpret_cast<const void*>(_Unwind_GetIPInfo(context, &before_instruction));
        auto& found = *static_cast<SourcePlace*>(result);
        found = before_instruction ? source_place_of_instruction(at) : source_place(at);
        return found.line > 0 ? _URC_END_OF_STACK : _URC_NO_REASON;
      },
      &place);
  return place;
}

bool is_near_stack_pointer(const void* address, const ucontext_t& context) {
  const auto stack = static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RSP]);
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  constexpr std::uintptr_t reach = 64 * 1024;
  return at + reach > stack && at < stack + 4096;
}

Fault fault_of(int signal, const siginfo_t& info, const ucontext_t& context) {
  Fault fault;
  fault.signal = signal;
  fault.address = info.si_addr;
  fault.address_is_known = info.si_code != SI_KERNEL;
  fault.in_kernel = turn.in_kernel != 0;
  const bool memory = signal == SIGSEGV && fault.address_is_known;
  if (memory && fault.in_kernel) {
    fault.stack_overflow = Block::current()->is_stack_overflow(fault.address);
    fault.past_dynamic_shared = Block::current()->is_past_dynamic_shared(fault.address);
  }
  if (memory && !fault.in_kernel) fault.stack_overflow = is_near_stack_pointer(fault.address, context);
  return fault;
}

[[noreturn]] void tell(const Fault& fault) {
  if (sigsetjmp(plain_sentence, 1) == 0) {
    const itimerval patience{{0, 0}, {patience_seconds, 0}};
    setitimer(ITIMER_REAL, &patience, nullptr);
    const SourcePlace place = first_place_on_stack();
    const std::string sentence = fault_sentence(fault, running_code(fault.in_kernel), place);
    const itimerval never{};
    setitimer(ITIMER_REAL, &never, nullptr);
    end_with_fault(sentence.c_str(), place.file.c_str(), place.line, fault.signal);
  }
  end_with_fault(fault.in_kernel ? "illegal memory access in a kernel" : "illegal memory access in host code",
                 "", 0, fault.signal);
}

void give_up(int signal) {
  if (gettid() == handling_thread)
    siglongjmp(plain_sentence, 1);
  else
    tgkill(getpid(), handling_thread, signal);
}

void on_fault(int signal, siginfo_t* info, void* context) {
  int nobody = 0;
  if (!handling_thread.compare_exchange_strong(nobody, gettid())) {
    if (nobody == gettid()) siglongjmp(plain_sentence, 1);
    for (;;) pause();  // another thread is telling
  }
  struct sigaction alarm {};
  alarm.sa_handler = give_up;
  alarm.sa_flags = SA_NODEFER | SA_ONSTACK;
  sigaction(SIGALRM, &alarm, nullptr);
  sigset_t just_alarm;
  sigemptyset(&just_alarm);
  sigaddset(&just_alarm, SIGALRM);
  pthread_sigmask(SIG_UNBLOCK, &just_alarm, nullptr);
  tell(fault_of(signal, *info, *static_cast<const ucontext_t*>(context)));
}

}  // namespace

void install_fault_signals() {
#ifndef __SANITIZE_ADDRESS__
  use_alternate_signal_stack();
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (const int signal : fault_signals) {
    struct sigaction present {};
    if (sigaction(signal, nullptr, &present) == 0 && present.sa_handler == SIG_DFL)
      sigaction(signal, &action, nullptr);
  }
#endif
}

}  // namespace gridmark::emulation
