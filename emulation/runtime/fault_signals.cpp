#include "emulation/runtime/fault_signals.h"

#include <setjmp.h>
#include <signal.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#include <atomic>
#include <cstdint>
#include <cstdio>

#include "emulation/engine/alternate_stack.h"
#include "emulation/engine/block.h"
#include "emulation/engine/device_access.h"
#include "emulation/engine/fault.h"
#include "emulation/engine/interruptible_code.h"
#include "emulation/engine/preemption.h"
#include "emulation/engine/source_place.h"
#include "emulation/runtime/access_audit.h"
#include "emulation/runtime/aligned_operand.h"
#include "emulation/runtime/fault_message.h"
#include "emulation/runtime/open_pages.h"

// Theory of operation
// The message needs the ledger and the program's debug information, which allocate memory. A signal handler
// cannot do this safely. The process is about to die, so it tries, with two safeguards. A second fault, or
// two seconds without an answer (a lock that the faulting code held), jump back to the code that prints the
// plain message. If the program runs without a fault handler and a kernel's own code faulted, the process
// does not die: the handler returns to the start of the block (Block::leave), not to the instruction, and the
// error is kept for the program. A fault deeper in a library, which may hold locks, ends the process.

extern "C" __attribute__((visibility("hidden"))) const char __ehdr_start, etext;

namespace gridmark::emulation {
namespace {

constexpr int fault_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
constexpr int patience_seconds = 2;

std::atomic<int> handling_thread{0};
sigjmp_buf plain_message;

/// Innermost frame of the stack in the student's sources.
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

/// True if the program's own code faulted, or a function of a library that it called directly and that calls
/// nothing else. memcpy and its relatives hold no lock.
bool may_leave(const Fault& fault) {
  struct Frames {
    int in_handler = 1, foreign = 0;
  } frames;
  if (fault.signal == SIGABRT) return false;
  _Unwind_Backtrace(
      [](_Unwind_Context* context, void* data) {
        auto& seen = *static_cast<Frames*>(data);
        int before_instruction = 0;
        const std::uintptr_t at = _Unwind_GetIPInfo(context, &before_instruction);
        seen.in_handler = seen.in_handler && !before_instruction;
        if (seen.in_handler) return _URC_NO_REASON;
        if (is_in_program(at)) return _URC_END_OF_STACK;
        return ++seen.foreign > 1 ? _URC_END_OF_STACK : _URC_NO_REASON;
      },
      &frames);
  return !frames.in_handler && frames.foreign <= 1;
}

Fault fault_of(int signal, const siginfo_t& info, const ucontext_t& context) {
  Fault fault;
  fault.signal = signal;
  fault.address = info.si_addr;
  fault.address_is_known = info.si_code != SI_KERNEL;
  fault.in_kernel = turn.in_kernel != 0;
  const bool memory = signal == SIGSEGV && fault.address_is_known;
  if (memory && fault.in_kernel) {
    fault.stack_overflow = Block::current()->stacks().is_overflow(fault.address);
    fault.past_dynamic_shared = Block::current()->dynamic_shared().ends_before(fault.address);
  }
  if (fault.in_kernel && signal == SIGSEGV && !fault.address_is_known)
    if (const void* operand = misaligned_operand(context)) fault.address = operand, fault.misaligned = true;
  fault.is_kept = fault.in_kernel && kernel_faults_are_kept() && may_leave(fault);
  if (memory && !fault.in_kernel) fault.stack_overflow = is_near_stack_pointer(fault.address, context);
  return fault;
}

/// Returns if the fault is kept for the program.
void say_fault(const char* message, const SourcePlace& place, const Fault& fault) {
  if (!fault.is_kept) end_with_fault(message, place.file.c_str(), place.line, fault.signal);
  fault_of_grid(message, place, error_of(fault));
}

void tell(const Fault& fault) {
  if (sigsetjmp(plain_message, 1) == 0) {
    const itimerval patience{{0, 0}, {patience_seconds, 0}};
    setitimer(ITIMER_REAL, &patience, nullptr);
    const SourcePlace place = first_place_on_stack();
    const std::string message = fault.endless ? endless_message(running_code(true), place)
                                              : fault_message(fault, running_code(fault.in_kernel), place);
    const itimerval never{};
    setitimer(ITIMER_REAL, &never, nullptr);
    return say_fault(message.c_str(), blamed_place(fault, place), fault);
  }
  say_fault(fault.endless     ? "a kernel runs without an end"
            : fault.in_kernel ? "illegal memory access in a kernel"
                              : "illegal memory access in host code",
            {}, fault);
}

/// The interrupted thread continues where its block was started from: `caller`.
void leave_block(ucontext_t& context, void* caller) {
  constexpr greg_t direction = 1 << 10;
  greg_t* registers = context.uc_mcontext.gregs;
  registers[REG_RSP] = reinterpret_cast<greg_t>(caller);
  registers[REG_RIP] = reinterpret_cast<greg_t>(gridmark_continue_fiber);
  registers[REG_EFL] &= ~direction;
}

void give_up(int signal) {
  if (gettid() == handling_thread)
    siglongjmp(plain_message, 1);
  else
    tgkill(getpid(), handling_thread, signal);
}

void listen_for_alarm(struct sigaction* before) {
  struct sigaction alarm {};
  alarm.sa_handler = give_up;
  alarm.sa_flags = SA_NODEFER | SA_ONSTACK;
  sigaction(SIGALRM, &alarm, before);
  sigset_t just_alarm;
  sigemptyset(&just_alarm);
  sigaddset(&just_alarm, SIGALRM);
  pthread_sigmask(SIG_UNBLOCK, &just_alarm, nullptr);
}

/// Reports the fault, after any report of another thread that is in progress.
void tell_once(const Fault& fault) {
  for (int nobody = 0; !handling_thread.compare_exchange_strong(nobody, gettid()); nobody = 0) {
    if (nobody == gettid()) siglongjmp(plain_message, 1);
    usleep(1000);
  }
  struct sigaction before {};
  listen_for_alarm(&before);
  tell(fault);
  sigaction(SIGALRM, &before, nullptr);
  handling_thread = 0;
}

thread_local Fault fault_in_row;

/// Reports the fault of an unknown thread of the running block.
void tell_kept_fault_in_row() {
  char who[400];
  std::snprintf(who, sizeof who, "a thread of block (%u,%u,%u) in kernel %.200s", blockIdx.x, blockIdx.y,
                blockIdx.z, Block::here().kernel());
  say_fault(fault_message(fault_in_row, who, {}).c_str(), {}, fault_in_row);
}

/// Whether this is the first access to closed device memory. Device memory never holds code.
bool opens_pages(const siginfo_t& info, const ucontext_t& context) {
  constexpr greg_t instruction_fetch = 1 << 4;
  return info.si_code != SI_KERNEL && (context.uc_mcontext.gregs[REG_ERR] & instruction_fetch) == 0 &&
         device_protection_key() < 0 && OpenPages::instance().open(info.si_addr);
}

void on_fault(int signal, siginfo_t* info, void* data) {
  auto& context = *static_cast<ucontext_t*>(data);
  if (signal == SIGSEGV && may_touch_device_memory() &&
      (AccessAudit::instance().opens(*info, context) || opens_pages(*info, context)))
    return;
  if (signal == SIGTRAP && AccessAudit::instance().closes(*info, context)) return;
  const Fault fault = fault_of(signal, *info, context);
  if (fault.in_kernel && Block::runs_a_row() && may_leave(fault)) {
    fault_in_row = fault;
    return leave_block(context, Block::here().leave_to_run_again());
  }
  tell_once(fault);
  leave_block(context, Block::here().leave());
}

/// The watchdog has interrupted this thread. If the thread must not be left here, a later interruption may
/// hit a better place. While accesses are counted, most of the time is spent in the hooks, so after some
/// attempts a hook is accepted.
void on_endless_kernel(void* data) {
  static thread_local int attempts = 0;
  constexpr int most_attempts = 500, picky_attempts = 20;
  auto& context = *static_cast<ucontext_t*>(data);
  Fault fault;
  fault.signal = SIGABRT;
  fault.in_kernel = fault.endless = true;
  const auto at = static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RIP]);
  fault.is_kept =
      kernel_faults_are_kept() && (is_interruptible(at) || (attempts > picky_attempts && is_in_program(at)));
  if (!fault.is_kept && kernel_faults_are_kept() && ++attempts < most_attempts) return;
  attempts = 0;
  tell_once(fault);
  leave_block(context, Block::here().leave());
}

}  // namespace

CodeRange code_of_program() {
  return {reinterpret_cast<std::uintptr_t>(&__ehdr_start), reinterpret_cast<std::uintptr_t>(&etext)};
}

bool is_in_program(std::uintptr_t instruction) {
  return instruction >= code_of_program().begin && instruction < code_of_program().end;
}

bool handles_faults() {
  const auto is_ours = [](int signal) {
    struct sigaction present {};
    return sigaction(signal, nullptr, &present) == 0 && present.sa_sigaction == on_fault;
  };
  return is_ours(SIGSEGV) && is_ours(SIGTRAP);
}

void install_fault_signals() {
  tell_endless_kernel = on_endless_kernel;
  tell_fault_of_row = tell_kept_fault_in_row;
  use_alternate_signal_stack();
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (const int signal : fault_signals) {
    struct sigaction present {};
    if (sigaction(signal, nullptr, &present) == 0 && present.sa_handler == SIG_DFL)
      sigaction(signal, &action, nullptr);
  }
}

}  // namespace gridmark::emulation
