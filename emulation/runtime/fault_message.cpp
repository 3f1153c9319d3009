#include "emulation/runtime/fault_message.h"

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <limits>

#include "emulation/engine/block.h"
#include "emulation/engine/fault.h"
#include "emulation/engine/preemption.h"
#include "emulation/engine/source_place.h"
#include "emulation/index_advice.h"
#include "emulation/repairable_words.h"
#include "emulation/runtime/device_heap.h"
#include "emulation/runtime/host_arguments.h"
#include "emulation/runtime/null_pointer.h"
#include "emulation/runtime/refused_calls.h"

namespace gridmark::emulation {
namespace {

std::string at(const SourcePlace& place) { return place.file.empty() ? "" : " at " + text_of(place); }

std::string hexadecimal(const void* address) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx",
                static_cast<unsigned long long>(reinterpret_cast<std::uintptr_t>(address)));
  return text;
}

std::string bytes(std::ptrdiff_t count) { return std::to_string(count) + (count == 1 ? " byte" : " bytes"); }

/// "12 bytes past the end of", "4 bytes before the start of", "byte 16 of"
std::string relation(std::ptrdiff_t offset, const DeviceAllocation& allocation) {
  const auto size = static_cast<std::ptrdiff_t>(allocation.bytes);
  if (offset < 0) return bytes(-offset) + " before the start of ";
  if (offset >= size) return past_the_end(static_cast<std::uintptr_t>(offset - size));
  return "byte " + std::to_string(offset) + " of ";
}

/// Start of the word with the byte `changed`, because the first written bytes can equal the canary.
std::ptrdiff_t word_of(std::ptrdiff_t changed, const DeviceAllocation& allocation) {
  constexpr std::ptrdiff_t word = 4;
  const auto size = static_cast<std::ptrdiff_t>(allocation.bytes);
  const std::ptrdiff_t begin = changed & -word;
  return changed >= size ? std::max(begin, size) : begin;
}

std::ptrdiff_t distance(std::uintptr_t address, const DeviceAllocation& allocation) {
  const auto signed_address = static_cast<std::intptr_t>(address);
  if (address < allocation.address) return -(static_cast<std::intptr_t>(allocation.address) - signed_address);
  return address < allocation.end() ? 0 : signed_address - static_cast<std::intptr_t>(allocation.end());
}

/// The live allocation nearest to an address outside all of them, if it is near enough to be useful.
const DeviceAllocation* nearest(std::uintptr_t address) {
  constexpr std::ptrdiff_t near = 1 << 30;
  const DeviceAllocation* best = nullptr;
  std::ptrdiff_t best_distance = near;
  for (const auto& [start, allocation] : DeviceMemory::instance().live()) {
    const std::ptrdiff_t away = std::abs(distance(address, allocation));
    if (away < best_distance) best = &allocation, best_distance = away;
  }
  return best;
}

const DeviceAllocation* released_at(std::uintptr_t address) {
  const auto& released = DeviceMemory::instance().released();
  for (auto allocation = released.rbegin(); allocation != released.rend(); ++allocation)
    if (address >= allocation->pages && address < allocation->pages_end) return &*allocation;
  return nullptr;
}

/// Description of an address in the arena, "" if nothing is known.
std::string arena_place(std::uintptr_t address) {
  const auto offset = [&](const DeviceAllocation& allocation) {
    return static_cast<std::ptrdiff_t>(address - allocation.address);
  };
  if (is_heap_address(reinterpret_cast<const void*>(address)))
    return ": " + DeviceHeap::instance().place_of(address);
  // The canary page around live memory cannot fault, so next to a live neighbour it is the guard page.
  const DeviceAllocation* freed = released_at(address);
  if (freed) return ": " + relation(offset(*freed), *freed) + freed_words(*freed);
  const DeviceAllocation* live = nearest(address);
  return live ? ": " + relation(offset(*live), *live) + described(*live) : "";
}

/// Whether a kernel without lines reaches past an allocation. Such a kernel is the grader's and is right, so
/// the allocation is too small.
bool is_too_small(const DeviceAllocation& allocation, std::uintptr_t address, const SourcePlace& place) {
  const bool is_graders = place.file.empty() || place.file.starts_with("/gridmark/");
  return is_graders && allocation.name.empty() && address >= allocation.end();
}

/// The necessary change if a kernel reaches an address outside all live allocations. A kernel of the harness
/// is right.
std::string arena_advice(std::uintptr_t address, const SourcePlace& place) {
  if (is_heap_address(reinterpret_cast<const void*>(address))) return "";
  const DeviceAllocation* freed = released_at(address);
  const DeviceAllocation* live = freed ? nullptr : nearest(address);
  if (live && is_too_small(*live, address, place))
    return ". The kernel needs more than that" + std::string(too_little_for_kernel);
  if (place.file.starts_with('/')) return "";
  if (freed) return freed->freed_by_reset ? "" : ". Free it after the last kernel that uses it";
  if (!live) return "";
  if (address < live->address) return std::string("; ") + low_index_advice;
  return std::string("; ") + index_advice_at(address > live->end() ? address - live->end() : 0);
}

std::string device_pointer_in_host_code(const void* address, const SourcePlace& place) {
  return std::string(pointer_of_device) + at(place) + " (address " + hexadecimal(address) +
         arena_place(reinterpret_cast<std::uintptr_t>(address)) + "): copy the data with cudaMemcpy first";
}

std::string illegal_access(const Fault& fault, const std::string& who, const SourcePlace& place) {
  const auto address = reinterpret_cast<std::uintptr_t>(fault.address);
  if (fault.stack_overflow)
    return "stack overflow by " + who + at(place) + ": local arrays or recursion took more than " +
           (fault.in_kernel ? "the 64 KiB of a device thread" : "the stack");
  if (fault.past_dynamic_shared)
    return "illegal memory access by " + who + at(place) + ": past the end of the " +
           std::to_string(Block::current()->dynamic_shared_bytes()) + std::string(shared_memory_unasked) +
           ". The third number of <<<grid, block, bytes>>> sets the size";
  if (fault.misaligned)
    return "misaligned access to " + hexadecimal(fault.address) + " by " + who + at(place) +
           ": a vector type of 16 bytes must lie at a multiple of 16 bytes";
  if (!fault.address_is_known)
    return "illegal memory access by " + who + at(place) + ": the pointer was never set, or was overwritten";
  if (const std::string argument = fault.in_kernel ? host_argument(address) : ""; !argument.empty())
    return "illegal memory access by " + who + at(place) + ": " + argument;
  if (is_from_null_pointer(address)) {
    const std::string arguments = fault.in_kernel ? null_arguments() : "";
    return "null pointer used by " + who + at(place) + " (address " + hexadecimal(fault.address) + ")" +
           (arguments.empty() ? "" : ": " + arguments);
  }
  if (!fault.in_kernel && DeviceMemory::instance().find(fault.address))
    return device_pointer_in_host_code(fault.address, place);
  return "illegal memory access at " + hexadecimal(fault.address) + " by " + who + at(place) +
         (is_arena_address(fault.address) ? arena_place(address) : "") +
         (is_arena_address(fault.address) && fault.in_kernel ? arena_advice(address, place) : "");
}

}  // namespace

std::string running_code(bool in_kernel) {
  if (!in_kernel) return "host code";
  char text[400];
  std::snprintf(text, sizeof text, "block (%u,%u,%u) thread (%u,%u,%u) in kernel %.200s", blockIdx.x,
                blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z,
                Block::current() ? Block::current()->kernel() : "?");
  return text;
}

std::string fault_message(const Fault& fault, const std::string& who, const SourcePlace& place) {
  switch (fault.signal) {
    case SIGFPE:
      return "integer division by zero by " + who + at(place);
    case SIGILL:
      return "trap or illegal instruction by " + who + at(place);
    case SIGTRAP:
      return "breakpoint reached by " + who + at(place);
    case SIGABRT:
      return "aborted (a failed assert, or an uncaught exception) by " + who + at(place);
    default:
      return illegal_access(fault, who, place);
  }
}

SourcePlace blamed_place(const Fault& fault, const SourcePlace& place) {
  const auto address = reinterpret_cast<std::uintptr_t>(fault.address);
  const bool in_arena = fault.in_kernel && is_arena_address(fault.address) && !is_heap_address(fault.address);
  const DeviceAllocation* near = in_arena && !released_at(address) ? nearest(address) : nullptr;
  return near && is_too_small(*near, address, place) ? source_place(near->caller) : place;
}

std::string endless_message(const std::string& who, const SourcePlace& place) {
  SourcePlace first = place;
  const std::string others = turn.fibers ? Block::current()->waiting_threads(&first) : "";
  return std::string(endless_kernel) + who + ", which spins" + at(place) + ", and " + watchdog_words() +
         (others.empty() ? ". The other threads of the block have returned or not started" : "; " + others);
}

void refuse_device_pointer(const void* address, const void* pc) {
  if (!is_arena_address(address)) return;
  const DeviceAllocation* allocation = DeviceMemory::instance().on_page(address);
  if (!allocation || allocation->managed) return;
  const SourcePlace place = source_place(pc);
  end_with_fault(device_pointer_in_host_code(address, place).c_str(), place.file.c_str(), place.line,
                 SIGSEGV);
}

int error_of(const Fault& fault) {
  if (fault.endless) return error_launch_timeout;
  constexpr int hardware_stack_error = 714;
  if (fault.stack_overflow) return hardware_stack_error;
  if (fault.misaligned) return error_misaligned_address;
  return fault.signal == SIGSEGV || fault.signal == SIGBUS ? error_illegal_address : error_launch_failure;
}

void tell_overrun(const char* kernel, const DeviceAllocation& allocation, std::ptrdiff_t changed) {
  const std::ptrdiff_t offset = word_of(changed, allocation);
  const SourcePlace place = source_place(allocation.caller);
  const std::string message = "illegal memory access in kernel " + std::string(kernel) + ": it wrote " +
                              relation(offset, allocation) + described(allocation) +
                              " (found after the kernel ended)";
  fault_of_grid(message.c_str(), place, error_illegal_address);
}

}  // namespace gridmark::emulation
