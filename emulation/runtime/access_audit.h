#pragma once
// Accesses without an announcement
//
// Theory of operation. The counters see the accesses that the compiler's hooks announce. Some accesses have
// no hook: those to a structure that is passed or returned by value between functions that are not inlined,
// and those in functions of a shared library. No library is exempt, because mathematical functions that write
// through a pointer announce it (counted_assembly.h).
// So the pages of device memory are closed now and then while a kernel runs. Each instruction that touches
// them faults. The handler checks whether the access was announced, opens the page for this one instruction
// (with the processor's trap flag) and closes it again. It opens a page rather than the whole allocation,
// because Linux would have to walk through all its pages twice. Instructions without an announcement are
// kept.
#include <signal.h>
#include <ucontext.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <set>

namespace gridmark::emulation {

class AccessAudit {
 public:
  static AccessAudit& instance();

  /// Whether an access to `address` was announced just now. Safe in a signal handler.
  using Announced = bool (*)(std::uintptr_t address);

  /// Watches the next `most` instructions that touch device memory. Does nothing if faults do not reach the
  /// handler (a debugger stops at each).
  void begin(unsigned most, Announced announced);
  /// Ends the audit of a grid, also of one that a fault interrupted.
  void end();

  /// Returns the instructions that touched memory without an announcement since the last call, at most 64,
  /// including the toolkit's own. For a shared library's instruction it returns the program's call that led
  /// there.
  std::set<const void*> take_unannounced();

  /// Called by the handler of faults. True: the instruction can continue.
  bool opens(const siginfo_t& info, ucontext_t& context);
  /// Called by the handler of SIGTRAP. True: the trap was the end of such an instruction.
  bool closes(const siginfo_t& info, ucontext_t& context);

 private:
  static constexpr std::size_t most_kept = 64, most_open = 64;
  void keep(std::uintptr_t instruction);
  void instruction_ended();

  Announced announced_ = nullptr;
  unsigned left_ = 0;  ///< instructions to watch; 0: all pages stay open
  /// Pages that the instruction touches: a gather of 16 values may take 32.
  std::array<std::uintptr_t, most_open> open_{};
  std::size_t open_count_ = 0;
  /// The program's instruction that touched memory, or the program's call that led to a library's.
  std::array<const void*, most_kept> kept_{};
  std::size_t kept_count_ = 0;
};

}  // namespace gridmark::emulation
