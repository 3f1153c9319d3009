#include "emulation/runtime/null_pointer.h"

#include <bit>

#include "emulation/engine/source_place.h"

namespace gridmark::emulation {
namespace {

/// The last call that requested 0 bytes.
const void* asked_for_nothing = nullptr;

std::string empty_allocation() {
  const SourcePlace place = asked_for_nothing ? source_place(asked_for_nothing) : SourcePlace();
  if (place.file.empty()) return "";
  return ". The call at " + text_of(place) + " asked for 0 bytes, which gives a null pointer";
}

/// One kernel runs at a time: callers of run_kernel() hold the device lock.
const KernelCall* running = nullptr;

unsigned long long null_bits() {
  return running && running->null_arguments ? running->null_arguments(running) : 0;
}

}  // namespace

RunningCall::RunningCall(const KernelCall& call) : before_(running) { running = &call; }
RunningCall::~RunningCall() { running = before_; }

std::string null_arguments() {
  const unsigned long long all = null_bits();
  std::string places;
  for (unsigned long long bits = all; bits != 0; bits &= bits - 1) {
    const bool is_last = (bits & (bits - 1)) == 0;
    places += (places.empty() ? " " : is_last ? " and " : ", ") + std::to_string(std::countr_zero(bits) + 1);
  }
  if (places.empty()) return "";
  const bool is_one = std::popcount(all) == 1;
  return (is_one ? "argument" : "arguments") + places + " of the launch " +
         (is_one ? "is null" : "are null") + empty_allocation();
}

void note_empty_allocation(const void* caller) { asked_for_nothing = caller; }

/// Linux maps nothing in the lowest pages, and no program below 4 MiB. Our own mappings are never in the
/// lowest 64 GiB.
bool is_from_null_pointer(std::uintptr_t address) {
  constexpr std::uintptr_t never_mapped = std::uintptr_t{4} << 20, seldom_mapped = std::uintptr_t{64} << 30;
  const std::uintptr_t before_null = -address;
  if (address < never_mapped || before_null <= never_mapped) return true;
  return (address < seldom_mapped || before_null <= seldom_mapped) && null_bits() != 0;
}

}  // namespace gridmark::emulation
