#include "emulation/engine/dynamic_shared.h"

#include <sys/mman.h>

#include <new>

#include "emulation/engine/observer.h"
#include "emulation/engine/visible.h"
#include "gridmark/engine.h"
#include "gridmark/ptx/shared_window.h"

namespace gridmark::emulation {
namespace {

constexpr std::size_t page = 4096, most = 256 * 1024;

/// Bytes without access. No other memory may lie where the window of 32-bit addresses has dynamic shared
/// memory (gridmark/ptx/shared_window.h). Otherwise a conversion would take another way, and the counts would
/// depend on chance.
constexpr std::size_t behind = ptx::dynamic_bytes;

/// Distances from the thread pointer, added before main and by libraries that are loaded between launches.
std::vector<std::ptrdiff_t>& distances() {
  static std::vector<std::ptrdiff_t> all;
  return all;
}

char* thread_pointer() { return static_cast<char*>(__builtin_thread_pointer()); }

}  // namespace

DynamicShared::DynamicShared() {
  void* memory = mmap(nullptr, most + behind, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  memory_ = static_cast<char*>(memory);
  mprotect(memory_, most, PROT_READ | PROT_WRITE);
}

DynamicShared::~DynamicShared() { munmap(memory_, most + behind); }

/// The memory ends where the page without access begins. With an observer it does not, because the observer
/// checks the bounds and no access may hit the page.
void DynamicShared::prepare(std::size_t bytes) {
  constexpr std::size_t alignment = 128;  // covers all banks
  turn.dynamic_shared = memory_;
  if (!observer) turn.dynamic_shared += most - (bytes + alignment - 1) / alignment * alignment;
  for (const std::ptrdiff_t distance : distances())
    *reinterpret_cast<char**>(thread_pointer() + distance) = turn.dynamic_shared;
}

bool DynamicShared::ends_before(const void* address) const {
  const char* end = memory_ + most;
  return address >= end && address < end + page;
}

const std::vector<std::ptrdiff_t>& dynamic_shared_pointers() { return distances(); }

}  // namespace gridmark::emulation

extern "C" GRIDMARK_VISIBLE void gridmark_register_dynamic_shared(void** pointer) {
  using namespace gridmark::emulation;
  distances().push_back(reinterpret_cast<char*>(pointer) - thread_pointer());
}
