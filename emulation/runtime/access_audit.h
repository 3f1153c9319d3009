#pragma once
// Accesses that nobody announces
//
// Theory of operation. The counters see what the compiler's hooks announce, and there are accesses without a
// hook: of a structure that is passed or returned by value between functions that are not inlined, and those
// that a shared library's functions make. No library is exempt: mathematical functions that write through a
// pointer announce it (counted_assembly.h).
// So the pages of device memory are closed now and then while a kernel runs. Each instruction that touches
// them faults; the handler looks whether the access was announced, opens the page for this one instruction
// (by the processor's trap flag) and closes it again; a page rather than its whole allocation, which the
// kernel would walk through twice. Of these instructions, those without an
// announcement are kept.
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

  /// Fit for a handler of signals: was an access to `address` announced just now?
  using Announced = bool (*)(std::uintptr_t address);

  /// Watches the next `most` instructions that touch device memory. Where faults do not come to the handler
  /// (a debugger stops at each), nothing happens.
  void begin(unsigned most, Announced announced);
  /// Of a grid, also where a fault has cut it short.
  void end();

  /// The instructions that touched memory without an announcement, the toolkit's own among them, since this
  /// was last asked; at most 64. For a shared library's instruction, the program's call that led there.
  std::set<const void*> take_unannounced();

  /// For the handler of faults. True: the instruction can go on.
  bool opens(const siginfo_t& info, ucontext_t& context);
  /// For the handler of SIGTRAP. True: it came of such an instruction's end.
  bool closes(const siginfo_t& info, ucontext_t& context);

 private:
  static constexpr std::size_t most_kept = 64, most_open = 64;
  void keep(std::uintptr_t instruction);
  void instruction_ended();

  Announced announced_ = nullptr;
  unsigned left_ = 0;  ///< instructions to watch; 0: nothing is closed
  /// Pages that the instruction touches: a gather of 16 values may take 32.
  std::array<std::uintptr_t, most_open> open_{};
  std::size_t open_count_ = 0;
  /// The program's instruction that touched memory or, for a library's, the program's call that led there.
  std::array<const void*, most_kept> kept_{};
  std::size_t kept_count_ = 0;
};

}  // namespace gridmark::emulation
