#include "emulation/runtime/access_audit.h"

#include <sys/mman.h>
#include <unwind.h>

#include <algorithm>

#include "emulation/engine/device_access.h"
#include "emulation/runtime/address.h"
#include "emulation/runtime/device_memory.h"
#include "emulation/runtime/fault_signals.h"
#include "emulation/runtime/open_pages.h"

namespace gridmark::emulation {
namespace {

constexpr greg_t trap_flag = 1 << 8;
constexpr std::uintptr_t page = 4096;

void set_pages(std::uintptr_t begin, std::uintptr_t end, bool open) {
  mprotect(pointer_to(begin), end - begin, open ? PROT_READ | PROT_WRITE : PROT_NONE);
}

void set_all_pages(bool open) {
  for (const auto& [address, allocation] : DeviceMemory::instance().live())
    if (!allocation.managed) set_pages(allocation.pages, allocation.pages_end, open);
}

struct Walk {
  std::uintptr_t instruction;  ///< of the interrupted frame
  bool reached = false;
  std::uintptr_t call = 0;

  static _Unwind_Reason_Code look_at_frame(_Unwind_Context* context, void* data) {
    auto& walk = *static_cast<Walk*>(data);
    const std::uintptr_t at = _Unwind_GetIP(context);
    walk.reached |= at == walk.instruction;
    if (!walk.reached || !is_in_program(at)) return _URC_NO_REASON;
    walk.call = at - 1;
    return _URC_END_OF_STACK;
  }
};

/// The instruction itself, or for a shared library's code the program's call that led there.
const void* programs_part(std::uintptr_t instruction) {
  if (is_in_program(instruction)) return pointer_to(instruction);
  Walk walk{instruction};
  _Unwind_Backtrace(Walk::look_at_frame, &walk);
  return pointer_to(walk.call);
}

}  // namespace

AccessAudit& AccessAudit::instance() {
  static AccessAudit* audit = new AccessAudit;  // outlives every destructor
  return *audit;
}

void AccessAudit::begin(unsigned most, Announced announced) {
  if (left_ > 0 || most == 0 || !faults_come_to_the_handler()) return;
  announced_ = announced;
  left_ = most;
  set_all_pages(false);
}

/// Without protection keys pages stay closed, and OpenPages opens them at the next touch.
void AccessAudit::end() {
  if (left_ == 0) return;
  left_ = 0;
  open_count_ = 0;
  if (device_protection_key() >= 0) set_all_pages(true);
}

bool AccessAudit::opens(const siginfo_t& info, ucontext_t& context) {
  if (left_ == 0 || info.si_code == SI_KERNEL || !is_arena_address(info.si_addr)) return false;
  const DeviceAllocation* allocation = DeviceMemory::instance().on_page(info.si_addr);
  if (!allocation || allocation->managed) return false;
  const std::uintptr_t touched = reinterpret_cast<std::uintptr_t>(info.si_addr) & ~(page - 1);
  const auto last = open_.begin() + static_cast<std::ptrdiff_t>(open_count_);
  if (open_count_ == most_open || std::find(open_.begin(), last, touched) != last) {
    end();
    return device_protection_key() >= 0;  // else OpenPages opens it
  }
  if (!announced_(reinterpret_cast<std::uintptr_t>(info.si_addr)) && kept_count_ < most_kept)
    keep(static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RIP]));
  open_[open_count_++] = touched;
  set_pages(touched, touched + page, true);
  context.uc_mcontext.gregs[REG_EFL] |= trap_flag;
  return true;
}

void AccessAudit::keep(std::uintptr_t instruction) { kept_[kept_count_++] = programs_part(instruction); }

bool AccessAudit::closes(const siginfo_t& info, ucontext_t& context) {
  if (info.si_code != TRAP_TRACE) return false;
  context.uc_mcontext.gregs[REG_EFL] &= ~trap_flag;
  instruction_ended();
  return true;
}

void AccessAudit::instruction_ended() {
  for (; open_count_ > 0; --open_count_)
    if (const std::uintptr_t touched = open_[open_count_ - 1];
        DeviceMemory::instance().on_page(pointer_to(touched)) != nullptr)
      set_pages(touched, touched + page, false);
  if (left_ == 1) return end();
  if (left_ > 1) --left_;
}

std::set<const void*> AccessAudit::take_unannounced() {
  const std::set<const void*> all(kept_.begin(), kept_.begin() + static_cast<std::ptrdiff_t>(kept_count_));
  kept_count_ = 0;
  return all;
}

}  // namespace gridmark::emulation
