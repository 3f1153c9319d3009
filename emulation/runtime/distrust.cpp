// Theory of operation
// With a handler of its own a program could open closed pages itself, unseen. So the kernel refuses to change
// the handlers of the two signals that the device lives by: SIGSEGV, of pages that are closed, and SIGTRAP,
// of the one instruction for which they were opened. Such a filter of system calls cannot be taken back, and
// a later one could only pretend that pages were closed (errno 0): so there is none later. Blocking needs no
// rule: the kernel ends a process that has blocked the fault which it causes.
#include "emulation/distrust.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "emulation/engine/call_stack.h"
#include "emulation/engine/fault.h"
#include "emulation/runtime/fault_signals.h"
#include "emulation/runtime/late_work.h"

namespace gridmark::emulation {
namespace {

constexpr int set_syscall_user_dispatch = 59;  // since Linux 5.11

constexpr std::uint32_t first_argument = offsetof(seccomp_data, args);  // its low word

/// Numbers of the filter's lines.
enum Line : std::uint8_t { signals = 5, options = 9, refuse = 13 };

constexpr sock_filter load(std::uint32_t offset) { return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset); }
/// From line `here` to `line` where the loaded word is `value`, else to the next one.
constexpr sock_filter jump(std::uint8_t here, std::uint32_t value, Line line) {
  return BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, static_cast<std::uint8_t>(line - here - 1), 0);
}
constexpr sock_filter end(std::uint32_t action) { return BPF_STMT(BPF_RET | BPF_K, action); }

// The calls of other architectures have other numbers; the sandbox ends a run that makes one.
constexpr sock_filter lines[] = {
    /*  0 */ load(offsetof(seccomp_data, nr)),
    /*  1 */ jump(1, SYS_seccomp, refuse),
    /*  2 */ jump(2, SYS_rt_sigaction, signals),
    /*  3 */ jump(3, SYS_prctl, options),
    /*  4 */ end(SECCOMP_RET_ALLOW),
    /*  5 */ load(first_argument),
    /*  6 */ jump(6, SIGSEGV, refuse),
    /*  7 */ jump(7, SIGTRAP, refuse),
    /*  8 */ end(SECCOMP_RET_ALLOW),
    /*  9 */ load(first_argument),
    /* 10 */ jump(10, PR_SET_SECCOMP, refuse),
    /* 11 */ jump(11, set_syscall_user_dispatch, refuse),
    /* 12 */ end(SECCOMP_RET_ALLOW),
    /* 13 */ end(SECCOMP_RET_ERRNO | EPERM),
};
static_assert(std::size(lines) == refuse + 1);

bool load_filter() {
  sock_fprog filter{std::size(lines), const_cast<sock_filter*>(lines)};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

bool distrusted = false;
std::atomic<pid_t> only_thread{0};  ///< that may give work to the device; 0: all may

}  // namespace

void allow_work_of_other_threads(bool allowed) { only_thread = allowed ? 0 : gettid(); }

void refuse_late_work() {
  const pid_t only = only_thread;
  if (only == 0 || only == gettid()) return;
  const SourcePlace place = source_place(call_stack_here());
  end_with_fault(
      "a thread of the host gives work to the device after the function that started it: join it there",
      place.file.c_str(), place.line);
}

bool program_is_distrusted() { return distrusted; }

/// Where a kernel has no filters, the handlers are looked at before each access, as in any program.
void distrust_program() {
  install_fault_signals();
  if (!handles_faults()) return;  // a sanitizer's handlers, which have to stay
  distrusted = load_filter();
}

}  // namespace gridmark::emulation
