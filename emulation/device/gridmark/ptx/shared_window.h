#pragma once
// 32-bit addresses of shared memory, as in PTX.
//
// Theory of operation
// A block's shared memory lies in two places: dynamic shared memory in a separate region, `__shared__`
// variables among the thread-local ones of the operating-system thread that runs the block. The window gives
// the first place the addresses from `dynamic_base` on. The second, which lies just below the thread pointer,
// gets those below `static_end`. Both keep their alignment (64 bytes or more). An address means the same in
// every block and on every operating-system thread.
#include <stddef.h>
#include <stdint.h>

#include "gridmark/engine.h"

/// Whether the address is on the stack of one of the block's threads.
extern "C" int gridmark_is_local(const void* address);

namespace gridmark::ptx {

constexpr uint32_t dynamic_base = 0x00100000, dynamic_bytes = 0x00100000;
constexpr uint32_t static_end = 0x40000000, static_bytes = 0x10000000;

GRIDMARK_INTRINSIC uintptr_t thread_pointer() {
  return reinterpret_cast<uintptr_t>(__builtin_thread_pointer());
}

/// Whether a generic address can be in shared memory. The threads' stacks and thread-local variables of the
/// host count too.
GRIDMARK_INTRINSIC bool is_shared(uintptr_t address) {
  const uintptr_t dynamic = reinterpret_cast<uintptr_t>(emulation::turn.dynamic_shared);
  return address - dynamic < dynamic_bytes || thread_pointer() - address < static_bytes;
}
GRIDMARK_INTRINSIC uint32_t to_window(uintptr_t address) {
  const uintptr_t dynamic = reinterpret_cast<uintptr_t>(emulation::turn.dynamic_shared);
  if (address - dynamic < dynamic_bytes) return static_cast<uint32_t>(dynamic_base + (address - dynamic));
  return static_cast<uint32_t>(static_end - (thread_pointer() - address));
}
GRIDMARK_INTRINSIC uintptr_t from_window(uint64_t address) {
  const uint32_t place = static_cast<uint32_t>(address);
  if (place - dynamic_base < dynamic_bytes)
    return reinterpret_cast<uintptr_t>(emulation::turn.dynamic_shared) + (place - dynamic_base);
  return thread_pointer() - (static_end - place);
}

}  // namespace gridmark::ptx

// Memory space of a generic address.
GRIDMARK_INTRINSIC unsigned __isLocal(const void* p) { return gridmark_is_local(p); }
GRIDMARK_INTRINSIC unsigned __isShared(const void* p) {
  return gridmark::ptx::is_shared(reinterpret_cast<uintptr_t>(p)) && !__isLocal(p);
}
GRIDMARK_INTRINSIC unsigned __isGlobal(const void* p) { return !__isShared(p) && !__isLocal(p); }
__attribute__((
    error("__isConstant: on the emulated device __constant__ and __device__ variables share one "
          "memory. Test __isShared and __isLocal"))) unsigned
__isConstant(const void* p);

GRIDMARK_INTRINSIC size_t __cvta_generic_to_shared(const void* p) {
  return gridmark::ptx::to_window(reinterpret_cast<uintptr_t>(p));
}
GRIDMARK_INTRINSIC void* __cvta_shared_to_generic(size_t address) {
  return reinterpret_cast<void*>(gridmark::ptx::from_window(address));
}
GRIDMARK_INTRINSIC size_t __cvta_generic_to_global(const void* p) { return reinterpret_cast<size_t>(p); }
GRIDMARK_INTRINSIC size_t __cvta_generic_to_local(const void* p) { return reinterpret_cast<size_t>(p); }
GRIDMARK_INTRINSIC size_t __cvta_generic_to_constant(const void* p) { return reinterpret_cast<size_t>(p); }
GRIDMARK_INTRINSIC void* __cvta_global_to_generic(size_t address) { return reinterpret_cast<void*>(address); }
GRIDMARK_INTRINSIC void* __cvta_local_to_generic(size_t address) { return reinterpret_cast<void*>(address); }
GRIDMARK_INTRINSIC void* __cvta_constant_to_generic(size_t address) {
  return reinterpret_cast<void*>(address);
}
