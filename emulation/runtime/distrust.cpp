// Theory of operation
// A program with its own handler could open closed pages unseen. So the kernel refuses to change the handlers
// of the two signals that the device uses: SIGSEGV, for closed pages, and SIGTRAP, after the one instruction
// for which they were opened. Such a filter of system calls cannot be removed. A later filter could only
// pretend that pages were closed (errno 0), so later ones are refused too. Blocking needs no rule, because
// the kernel ends a process that has blocked the fault which it causes.
//
// The program's own code makes no system calls, because libraries make them. But the bytes of a constant can
// be such an instruction for a jump into its middle. Two bytes are too few for a scan of the program to find
// them without false alarms. So a system call from within the program's code ends the process.
#include "emulation/distrust.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>

#include "emulation/engine/call_stack.h"
#include "emulation/engine/fault.h"
#include "emulation/runtime/fault_signals.h"
#include "emulation/runtime/late_work.h"

namespace gridmark::emulation {
namespace {

constexpr int set_syscall_user_dispatch = 59;  // since Linux 5.11

constexpr std::uint32_t first_argument = offsetof(seccomp_data, args);  // its low word

constexpr std::uint32_t instruction = offsetof(seccomp_data, instruction_pointer);
constexpr int unit = 16;  ///< bounds of code are compared in 64 KiB, so that an address fits into a word

/// Numbers of the filter's lines.
enum Line : std::uint8_t { signals = 13, options = 17, refuse = 21, end_process = 22 };

constexpr sock_filter load(std::uint32_t offset) { return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset); }
constexpr sock_filter compute(std::uint16_t operation, std::uint32_t value) {
  return BPF_STMT(static_cast<std::uint16_t>(BPF_ALU | operation), value);
}
/// From line `here` to `line` if the loaded word is `value`, otherwise to the next one.
constexpr sock_filter jump(std::uint8_t here, std::uint32_t value, Line line) {
  return BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, static_cast<std::uint8_t>(line - here - 1), 0);
}
/// The same if the loaded word is less than `value`.
constexpr sock_filter jump_below(std::uint8_t here, std::uint32_t value, Line line) {
  return BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, value, 0, static_cast<std::uint8_t>(line - here - 1));
}
constexpr sock_filter end(std::uint32_t action) { return BPF_STMT(BPF_RET | BPF_K, action); }

/// `first` and `units` are the range of the program's code. The calls of other architectures have other
/// numbers. The sandbox ends a run that makes one.
constexpr std::array<sock_filter, end_process + 1> lines_for(std::uint32_t first, std::uint32_t units) {
  return {{
      /*  0 */ load(instruction),
      /*  1 */ compute(BPF_RSH, unit),
      /*  2 */ BPF_STMT(BPF_MISC | BPF_TAX, 0),
      /*  3 */ load(instruction + 4),
      /*  4 */ compute(BPF_LSH, 32 - unit),
      /*  5 */ compute(BPF_OR | BPF_X, 0),
      /*  6 */ compute(BPF_SUB, first),
      /*  7 */ jump_below(7, units, end_process),
      /*  8 */ load(offsetof(seccomp_data, nr)),
      /*  9 */ jump(9, SYS_seccomp, refuse),
      /* 10 */ jump(10, SYS_rt_sigaction, signals),
      /* 11 */ jump(11, SYS_prctl, options),
      /* 12 */ end(SECCOMP_RET_ALLOW),
      /* 13 */ load(first_argument),
      /* 14 */ jump(14, SIGSEGV, refuse),
      /* 15 */ jump(15, SIGTRAP, refuse),
      /* 16 */ end(SECCOMP_RET_ALLOW),
      /* 17 */ load(first_argument),
      /* 18 */ jump(18, PR_SET_SECCOMP, refuse),
      /* 19 */ jump(19, set_syscall_user_dispatch, refuse),
      /* 20 */ end(SECCOMP_RET_ALLOW),
      /* 21 */ end(SECCOMP_RET_ERRNO | EPERM),
      /* 22 */ end(SECCOMP_RET_KILL_PROCESS),
  }};
}

bool load_filter() {
  const auto first = static_cast<std::uint32_t>(code_of_program().begin >> unit);
  const auto last = static_cast<std::uint32_t>(code_of_program().end >> unit);
  auto lines = lines_for(first, last - first + 1);
  sock_fprog filter{lines.size(), lines.data()};
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

/// If a kernel has no filters, the handlers are checked before each access, as in any program.
void distrust_program() {
  install_fault_signals();
  if (!handles_faults()) return;  // a sanitizer's handlers, which have to stay
  distrusted = load_filter();
}

}  // namespace gridmark::emulation
