#include "emulation/engine/dynamic_shared.h"
#include "emulation/engine/visible.h"

namespace gridmark::emulation {
namespace {

/// Distances from the thread pointer. Filled before main, and by libraries that are loaded between launches.
std::vector<std::ptrdiff_t>& distances() {
  static std::vector<std::ptrdiff_t> all;
  return all;
}

char* thread_pointer() { return static_cast<char*>(__builtin_thread_pointer()); }

}  // namespace

void point_to_dynamic_shared(char* memory) {
  for (const std::ptrdiff_t distance : distances())
    *reinterpret_cast<char**>(thread_pointer() + distance) = memory;
}

const std::vector<std::ptrdiff_t>& dynamic_shared_pointers() { return distances(); }

}  // namespace gridmark::emulation

extern "C" GRIDMARK_VISIBLE void gridmark_register_dynamic_shared(void** pointer) {
  using namespace gridmark::emulation;
  distances().push_back(reinterpret_cast<char*>(pointer) - thread_pointer());
}
