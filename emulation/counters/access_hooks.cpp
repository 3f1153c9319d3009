// The functions that code compiled with -fsanitize=thread calls. They are ours: no sanitizer runtime is
// linked. Host code of a .cu file calls them too; outside of kernels they return at once.
#include <cstddef>
#include <cstdint>

#include "emulation/counters/counters.h"
#include "gridmark/engine.h"
#include "gridmark/host_work.h"

namespace {

using gridmark::counters::AccessKind;
using gridmark::counters::Counters;

/// Host code, or a library that stands for device code.
inline __attribute__((always_inline)) void note_outside(const volatile void* address, std::size_t bytes,
                                                        AccessKind kind, const void* pc) {
  if (__builtin_expect(gridmark::emulation::host_work_depth, 0)) {
    if (kind != AccessKind::load)
      Counters::instance().host_work_wrote(const_cast<const void*>(address), bytes);
  } else if (__builtin_expect(gridmark::counters::StreamWatch::watches(), 0)) {
    Counters::instance().host_access(address, bytes, kind != AccessKind::load, pc);
  }
}

inline __attribute__((always_inline)) void note(const volatile void* address, std::size_t bytes,
                                                AccessKind kind, const void* pc) {
  if (__builtin_expect(gridmark::emulation::turn.in_kernel, 0))
    Counters::instance().access(address, bytes, kind, pc);
  else
    note_outside(address, bytes, kind, pc);
}

/// The compiler reports 16 bytes alike for a double2, which must lie at a multiple of 16, and for a struct of
/// two doubles, which a device reads in two parts; the processor itself notices the first.
constexpr std::size_t widest_known_alignment = 8;

/// For hooks that name a type's own size: a device wants its addresses to be multiples of it.
inline __attribute__((always_inline)) void note_aligned(const volatile void* address, std::size_t bytes,
                                                        AccessKind kind, const void* pc) {
  if (__builtin_expect(!gridmark::emulation::turn.in_kernel, 1))
    return note_outside(address, bytes, kind, pc);
  const std::size_t alignment = bytes < widest_known_alignment ? bytes : widest_known_alignment;
  if (__builtin_expect(reinterpret_cast<std::uintptr_t>(address) % alignment != 0, 0))
    Counters::instance().misaligned(address, bytes, kind, pc);
  Counters::instance().access(address, bytes, kind, pc);
}

inline __attribute__((always_inline)) void note_volatile(const volatile void* address, std::size_t bytes,
                                                         AccessKind kind, const void* pc) {
  if (gridmark::emulation::turn.in_kernel) Counters::instance().access_volatile(address, bytes, kind, pc);
}

}  // namespace

#define GRIDMARK_CALLER __builtin_return_address(0)

extern "C" {
// Loads and stores, by size.
#define GRIDMARK_HOOKS(bytes)                                                                               \
  void __tsan_read##bytes(void* p) { note_aligned(p, bytes, AccessKind::load, GRIDMARK_CALLER); }           \
  void __tsan_write##bytes(void* p) { note_aligned(p, bytes, AccessKind::store, GRIDMARK_CALLER); }         \
  void __tsan_unaligned_read##bytes(void* p) { note(p, bytes, AccessKind::load, GRIDMARK_CALLER); }         \
  void __tsan_unaligned_write##bytes(void* p) { note(p, bytes, AccessKind::store, GRIDMARK_CALLER); }       \
  void __tsan_volatile_read##bytes(void* p) { note_volatile(p, bytes, AccessKind::load, GRIDMARK_CALLER); } \
  void __tsan_volatile_write##bytes(void* p) {                                                              \
    note_volatile(p, bytes, AccessKind::store, GRIDMARK_CALLER);                                            \
  }                                                                                                         \
  void __tsan_unaligned_volatile_read##bytes(void* p) {                                                     \
    note_volatile(p, bytes, AccessKind::load, GRIDMARK_CALLER);                                             \
  }                                                                                                         \
  void __tsan_unaligned_volatile_write##bytes(void* p) {                                                    \
    note_volatile(p, bytes, AccessKind::store, GRIDMARK_CALLER);                                            \
  }
GRIDMARK_HOOKS(1)
GRIDMARK_HOOKS(2)
GRIDMARK_HOOKS(4)
GRIDMARK_HOOKS(8)
GRIDMARK_HOOKS(16)
#undef GRIDMARK_HOOKS

void __tsan_read_range(void* p, std::size_t bytes) { note(p, bytes, AccessKind::load, GRIDMARK_CALLER); }
void __tsan_write_range(void* p, std::size_t bytes) { note(p, bytes, AccessKind::store, GRIDMARK_CALLER); }

/// In front of each of CUDA's atomic functions.
void gridmark_atomic_touch(const void* p, unsigned bytes) {
  note(p, bytes, AccessKind::atomic, GRIDMARK_CALLER);
}

/// In front of the C library's memcpy, memmove and memset; `from` is null for the last.
void gridmark_range_touch(const void* from, const void* to, std::size_t bytes) {
  if (bytes == 0) return;
  if (from) note(from, bytes, AccessKind::load, GRIDMARK_CALLER);
  note(to, bytes, AccessKind::store, GRIDMARK_CALLER);
}

/// Where gridmark-cc found that a basic block begins.
void gridmark_block(gridmark::counters::BlockRecord* record) {
  if (gridmark::emulation::turn.in_kernel) Counters::instance().block(record);
}
/// The same, in assembly that did not pass through gridmark-cc.
void __sanitizer_cov_trace_pc() {}

// What else instrumented code calls.
void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_read(void*) {}
void __tsan_vptr_update(void** p, void*) { note(p, sizeof *p, AccessKind::store, GRIDMARK_CALLER); }
void __tsan_atomic_signal_fence(int) {}
void __tsan_atomic_thread_fence(int) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (gridmark::emulation::turn.in_kernel) Counters::instance().fence();
}

// Atomic operations are carried out, in the strongest order; CUDA's functions have announced them above.
#define GRIDMARK_FETCH(T, bits, operation)                                 \
  T __tsan_atomic##bits##_fetch_##operation(volatile T* p, T value, int) { \
    return __atomic_fetch_##operation(p, value, __ATOMIC_SEQ_CST);         \
  }
#define GRIDMARK_COMPARE(T, bits, strength, weak)                                                        \
  int __tsan_atomic##bits##_compare_exchange_##strength(volatile T* p, T* expected, T value, int, int) { \
    return __atomic_compare_exchange_n(p, expected, value, weak, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);    \
  }
#define GRIDMARK_ATOMICS(T, bits)                                                                         \
  T __tsan_atomic##bits##_load(const volatile T* p, int) { return __atomic_load_n(p, __ATOMIC_SEQ_CST); } \
  void __tsan_atomic##bits##_store(volatile T* p, T value, int) {                                         \
    __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                                                         \
  }                                                                                                       \
  T __tsan_atomic##bits##_exchange(volatile T* p, T value, int) {                                         \
    return __atomic_exchange_n(p, value, __ATOMIC_SEQ_CST);                                               \
  }                                                                                                       \
  GRIDMARK_FETCH(T, bits, add)                                                                            \
  GRIDMARK_FETCH(T, bits, sub)                                                                            \
  GRIDMARK_FETCH(T, bits, and)                                                                            \
  GRIDMARK_FETCH(T, bits, or)                                                                             \
  GRIDMARK_FETCH(T, bits, xor)                                                                            \
  GRIDMARK_FETCH(T, bits, nand)                                                                           \
  GRIDMARK_COMPARE(T, bits, strong, false)                                                                \
  GRIDMARK_COMPARE(T, bits, weak, true)                                                                   \
  T __tsan_atomic##bits##_compare_exchange_val(volatile T* p, T expected, T value, int, int) {            \
    __atomic_compare_exchange_n(p, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);          \
    return expected;                                                                                      \
  }
GRIDMARK_ATOMICS(std::uint8_t, 8)
GRIDMARK_ATOMICS(std::uint16_t, 16)
GRIDMARK_ATOMICS(std::uint32_t, 32)
GRIDMARK_ATOMICS(std::uint64_t, 64)
}
