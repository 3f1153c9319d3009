#include "emulation/runtime/host_arguments.h"

#include <dlfcn.h>
#include <sys/mman.h>

#include <array>
#include <cstdlib>

#include "emulation/engine/arena.h"
#include "emulation/repairable_words.h"
#include "emulation/runtime/host_memory.h"
#include "emulation/runtime/symbols.h"

namespace gridmark::emulation {
namespace {

// An index can lead away from the pointer by a quarter of the range on both sides.
constexpr std::uintptr_t range_bytes = std::uintptr_t{256} << 30;

/// A range without access. 0 if the system provides no such range.
std::uintptr_t closed_range() {
  static const std::uintptr_t begin = [] {
    void* const mapped =
        mmap(nullptr, range_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return mapped == MAP_FAILED ? std::uintptr_t{0} : reinterpret_cast<std::uintptr_t>(mapped);
  }();
  return begin;
}

struct Hidden {
  const void *pointer = nullptr, *in_range = nullptr;
  unsigned place = 0;
};
/// Pointers of the running kernel. Callers of run_kernel() hold the device lock.
std::array<Hidden, 16> hidden_pointers;
std::size_t hidden_count = 0;

/// A number cast to a pointer, or freed memory, may not be mapped.
bool is_mapped_address(const void* pointer) {
  constexpr std::uintptr_t page = 4096;
  unsigned char resident = 0;
  return mincore(reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(pointer) & ~(page - 1)), 1,
                 &resident) == 0;
}

/// Variables of the program and of its libraries exist on a device as well.
bool is_ordinary_host_memory(const void* pointer) {
  if (!pointer || is_arena_address(pointer) || HostMemory::instance().holds(pointer, 1)) return false;
  Dl_info info;
  return !is_symbol(pointer, 1) && dladdr(pointer, &info) == 0 && is_mapped_address(pointer);
}

const void* hide_pointer(const void* pointer, unsigned place) {
  if (hidden_count == hidden_pointers.size() || !is_ordinary_host_memory(pointer) || closed_range() == 0)
    return pointer;
  const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(pointer) % (range_bytes / 2);
  const auto* in_range = reinterpret_cast<const void*>(closed_range() + range_bytes / 4 + offset);
  hidden_pointers[hidden_count++] = {pointer, in_range, place};
  return in_range;
}

const void* show_pointer(const void* pointer, unsigned place) {
  for (std::size_t i = 0; i < hidden_count; ++i)
    if (hidden_pointers[i].place == place) return hidden_pointers[i].pointer;
  return pointer;
}

}  // namespace

HostArguments::HostArguments(const KernelCall& call) : call_(const_cast<KernelCall*>(&call)) {
  hidden_count = 0;
  if (call_->visit_pointers) call_->visit_pointers(call_, hide_pointer);
}

HostArguments::~HostArguments() {
  if (hidden_count > 0) call_->visit_pointers(call_, show_pointer);
  hidden_count = 0;
}

std::string host_argument(std::uintptr_t address) {
  if (hidden_count == 0 || address - closed_range() >= range_bytes) return "";
  const auto away = [&](const Hidden& one) {
    return std::abs(static_cast<std::intptr_t>(address - reinterpret_cast<std::uintptr_t>(one.in_range)));
  };
  const Hidden* nearest = hidden_pointers.data();
  for (std::size_t i = 1; i < hidden_count; ++i)
    if (away(hidden_pointers[i]) < away(*nearest)) nearest = &hidden_pointers[i];
  return "argument " + std::to_string(nearest->place) + std::string(pointer_of_host) +
         " (from malloc or new, or a local variable), which a kernel "
         "cannot reach: allocate it with cudaMalloc, copy the data with cudaMemcpy, and pass that pointer";
}

}  // namespace gridmark::emulation
