#include "labkit/channel/tracee.h"

#include <signal.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace gridmark::channel {
namespace {

constexpr std::size_t status_register = 6, control_register = 7;
constexpr std::uint64_t single_step = 1 << 14;  // in the status register

void* number(std::uint64_t value) { return reinterpret_cast<void*>(value); }

void* offset_of_register(std::size_t which) {
  return number(offsetof(struct user, u_debugreg) + which * sizeof(user::u_debugreg[0]));
}

}  // namespace

std::string Tracee::attach(pid_t process) {
  if (ptrace(PTRACE_SEIZE, process, nullptr, nullptr) != 0) return std::strerror(errno);
  process_ = process;
  ptrace(PTRACE_INTERRUPT, process, nullptr, nullptr);
  return wait() ? "" : "it has ended";
}

bool Tracee::write_register(std::size_t which, std::uint64_t value) {
  return ptrace(PTRACE_POKEUSER, process_, offset_of_register(which), number(value)) == 0;
}

/// For each slot in use: enabled for this thread, its trigger, and four bytes if it watches data.
std::uint64_t Tracee::control() const {
  std::uint64_t bits = 0;
  for (std::size_t slot = 0; slot < slots; ++slot) {
    if (addresses_[slot] == 0) continue;
    const std::uint64_t length = triggers_[slot] == Trigger::execution ? 0 : 3;
    bits |= std::uint64_t{1} << 2 * slot;
    bits |= (static_cast<std::uint64_t>(triggers_[slot]) | length << 2) << (16 + 4 * slot);
  }
  return bits;
}

bool Tracee::set(std::size_t slot, std::uintptr_t address, Trigger trigger) {
  if (addresses_[slot] == address) return true;
  addresses_[slot] = 0;
  if (!write_register(control_register, control()) || address == 0) return address == 0;
  triggers_[slot] = trigger;
  if (!write_register(slot, address)) return false;
  addresses_[slot] = address;
  if (write_register(control_register, control())) return true;
  addresses_[slot] = 0;
  return false;
}

bool Tracee::run() {
  const int signal = pending_;
  pending_ = 0;
  if (ptrace(PTRACE_CONT, process_, nullptr, number(static_cast<unsigned>(signal))) != 0 && errno != ESRCH)
    return false;
  return wait();
}

void Tracee::detach() {
  for (std::size_t slot = 0; slot < slots; ++slot) set(slot, 0, Trigger::execution);
  ptrace(PTRACE_DETACH, process_, nullptr, number(static_cast<unsigned>(pending_)));
  pending_ = signals_ = 0;
  process_ = -1;
}

/// Waits for a stop that the checker requested.
bool Tracee::wait() {
  while (true) {
    int status = 0;
    if (waitpid(process_, &status, __WALL) != process_) {
      if (errno == EINTR) continue;
      return false;
    }
    if (!WIFSTOPPED(status)) return false;
    if (take_stop(status) || ++signals_ > most_signals) return true;
    const int signal = pending_;
    pending_ = 0;
    ptrace(PTRACE_CONT, process_, nullptr, number(static_cast<unsigned>(signal)));
  }
}

/// Returns true if the checker requested the stop. The device makes a trap to close a page after an
/// instruction. Such a trap of the program may arrive together with a requested stop.
bool Tracee::take_stop(int status) {
  hits_ = 0;
  if (status >> 16 == PTRACE_EVENT_STOP) return true;
  const int signal = WSTOPSIG(status);
  if (signal != SIGTRAP) return pending_ = signal, false;
  errno = 0;
  const auto why = static_cast<std::uint64_t>(
      ptrace(PTRACE_PEEKUSER, process_, offset_of_register(status_register), nullptr));
  write_register(status_register, 0);
  hits_ = why & ((1u << slots) - 1);
  if (hits_ == 0 || (why & single_step) != 0) pending_ = SIGTRAP;
  return hits_ != 0;
}

Tracee::Registers Tracee::registers() const {
  user_regs_struct all{};
  ptrace(PTRACE_GETREGS, process_, nullptr, &all);
  return {all.rip, all.rdi, all.rsi, all.rdx, all.rcx};
}

}  // namespace gridmark::channel
