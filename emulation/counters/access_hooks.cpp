// Functions that code compiled with -fsanitize=thread calls. They are ours, because no sanitizer runtime is
// linked. Host code of a .cu file calls them too. Outside of kernels they return at once.
#include <math.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "emulation/counters/access_stream.h"
#include "emulation/counters/counters.h"
#include "emulation/counters/local_accesses.h"
#include "emulation/counters/step_stream.h"
#include "emulation/engine/arena.h"
#include "gridmark/engine.h"
#include "gridmark/host_work.h"

namespace {

using gridmark::counters::access_stream;
using gridmark::counters::AccessKind;
using gridmark::counters::Counters;
using gridmark::counters::DeviceVariables;
using gridmark::counters::is_load;
using gridmark::counters::local_accesses;
using gridmark::counters::Record;
using gridmark::counters::step_stream;
using gridmark::counters::widest_access;
using gridmark::emulation::turn;

/// A device thread's local variables are not counted, and most accesses near the stack pointer are to them.
inline __attribute__((always_inline)) bool is_near_stack(std::uintptr_t address) {
  constexpr std::uintptr_t stack_bytes = 65536;
  std::uintptr_t distance = address + stack_bytes;
  asm("sub %%rsp, %0" : "+r"(distance)::"cc");
  return distance < 2 * stack_bytes;
}

// A separate function, and a hook's last action, so that hooks save no registers.
GRIDMARK_RARE void append_with_care(std::uint64_t where, std::uintptr_t address) {
  Counters::instance().record(where, address);
}

GRIDMARK_RARE void append_with_care(gridmark::counters::BlockRecord* block) {
  Counters::instance().block(block);
}

/// `stored` bytes will be overwritten after this.
inline __attribute__((always_inline)) void append(std::uint64_t where, std::uintptr_t address,
                                                  unsigned stored) {
  if (__builtin_expect(!access_stream.takes(turn.thread), 0)) return append_with_care(where, address);
  access_stream.append(where, address);
  if (stored > 0) access_stream.keep_old(address, stored);
}

/// Shared memory may lie near the stack of the operating-system thread.
__attribute__((noinline)) void append_near_stack(std::uint64_t where, std::uintptr_t address,
                                                 unsigned stored) {
  if (access_stream.in_shared_memory(address)) return append(where, address, stored);
  local_accesses.add(Record{where, address}.bytes());
}

/// Memory that host code cannot reach on a device: device memory, and variables with a separate place there.
inline __attribute__((always_inline)) bool may_be_devices(const volatile void* address) {
  return DeviceVariables::may_hold(reinterpret_cast<std::uintptr_t>(address)) ||
         gridmark::emulation::is_arena_address(const_cast<const void*>(address));
}

/// For host code, or a library that stands for device code.
__attribute__((noinline)) void note_outside(const volatile void* address, std::size_t bytes, AccessKind kind,
                                            const void* pc) {
  if (__builtin_expect(gridmark::emulation::host_work_depth, 0)) {
    if (!is_load(kind)) Counters::instance().host_work_wrote(const_cast<const void*>(address), bytes);
  } else if (__builtin_expect(gridmark::counters::StreamWatch::watches() || may_be_devices(address), 0)) {
    Counters::instance().host_access(address, bytes, !is_load(kind), pc);
  }
}

/// For host code that may poll a value from the device, or whose call is outside the program's own text.
/// Device-only memory is out of its reach in any case.
void note_devices(const volatile void* address, AccessKind kind, const void* pc) {
  if (turn.in_kernel || gridmark::emulation::host_work_depth > 0) return;
  if (may_be_devices(address)) Counters::instance().host_touches_devices(address, !is_load(kind), pc);
}

/// `what` is Record::access() of the other arguments, computed at compile time.
inline __attribute__((always_inline)) void note(const volatile void* address, unsigned bytes, AccessKind kind,
                                                std::uint64_t what, const void* pc) {
  if (__builtin_expect(!turn.in_kernel, 0)) return note_outside(address, bytes, kind, pc);
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const std::uint64_t where = what | reinterpret_cast<std::uintptr_t>(pc);
  const unsigned stored = kind == AccessKind::load ? 0 : bytes;
  if (__builtin_expect(is_near_stack(at), 0)) return append_near_stack(where, at, stored);
  append(where, at, stored);
}

/// Notes a whole object at once, in pieces.
void note_range(const void* address, std::size_t bytes, AccessKind kind, const void* pc) {
  if (!turn.in_kernel) return note_outside(address, bytes, kind, pc);
  const std::uint64_t before = access_stream.appended();
  const std::size_t whole = bytes;
  for (const char* at = static_cast<const char*>(address); bytes > 0;) {
    const auto piece = static_cast<unsigned>(bytes < widest_access ? bytes : widest_access);
    note(at, piece, kind, Record::access(kind, piece, false, false), pc);
    at += piece;
    bytes -= piece;
  }
  access_stream.announce_range(reinterpret_cast<std::uintptr_t>(address), whole, kind == AccessKind::store,
                               before);
}

/// For a function of the C library, after or without a note_range() of it.
void note_unannounced(const void* address, std::size_t bytes, AccessKind kind, const void* pc) {
  if (!turn.in_kernel) return note_devices(address, kind, pc);
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (!access_stream.range_was_announced(at, bytes, kind == AccessKind::store))
    note_range(address, bytes, kind, pc);
}

/// The atomic operation that a thread has announced.
struct AnnouncedAtomic {
  const volatile void* address = nullptr;
  unsigned thread = 0;
} announced_atomic;

/// Called before CUDA's atomic functions. Each is one access, even if its builtins try several times.
inline __attribute__((always_inline)) void announce_atomic(const void* p, unsigned bytes, AccessKind kind,
                                                           const void* pc) {
  note(p, bytes, kind, Record::access(kind, bytes, false, false), pc);
  if (turn.in_kernel) announced_atomic = {p, turn.thread};
}

/// For an atomic builtin in one of these functions, or of the program.
void note_atomic(const volatile void* p, unsigned bytes, AccessKind kind, const void* pc) {
  if (!turn.in_kernel) return note_devices(p, kind, pc);
  if (announced_atomic.address == p && announced_atomic.thread == turn.thread) return;
  note(p, bytes, kind, Record::access(kind, bytes, false, false), pc);
}

/// `from` is null if only `to` is touched.
void note_copy(const void* from, const void* to, std::size_t bytes, const void* pc) {
  if (bytes == 0) return;
  if (from) note_range(from, bytes, AccessKind::load, pc);
  note_range(to, bytes, AccessKind::store, pc);
}

}  // namespace

#define GRIDMARK_CALLER __builtin_return_address(0)

// Compilers call these, and no header declares most of them.
#pragma GCC visibility push(default)
extern "C" {
// Loads and stores, by size. A name without "unaligned" means that the size is a type's own size, and a
// device needs such addresses to be multiples of it.
#define GRIDMARK_HOOK(name, bytes, kind, is_volatile, aligned)                                      \
  void __tsan_##name##bytes(void* p) {                                                              \
    if (is_volatile && !turn.in_kernel) return note_devices(p, AccessKind::kind, GRIDMARK_CALLER);  \
    note(p, bytes, AccessKind::kind, Record::access(AccessKind::kind, bytes, is_volatile, aligned), \
         GRIDMARK_CALLER);                                                                          \
  }
#define GRIDMARK_HOOKS(bytes)                                      \
  GRIDMARK_HOOK(read, bytes, load, false, true)                    \
  GRIDMARK_HOOK(write, bytes, store, false, true)                  \
  GRIDMARK_HOOK(unaligned_read, bytes, load, false, false)         \
  GRIDMARK_HOOK(unaligned_write, bytes, store, false, false)       \
  GRIDMARK_HOOK(volatile_read, bytes, load, true, false)           \
  GRIDMARK_HOOK(volatile_write, bytes, store, true, false)         \
  GRIDMARK_HOOK(unaligned_volatile_read, bytes, load, true, false) \
  GRIDMARK_HOOK(unaligned_volatile_write, bytes, store, true, false)
GRIDMARK_HOOKS(1)
GRIDMARK_HOOKS(2)
GRIDMARK_HOOKS(4)
GRIDMARK_HOOKS(8)
GRIDMARK_HOOKS(16)
#undef GRIDMARK_HOOKS
#undef GRIDMARK_HOOK

void __tsan_read_range(void* p, std::size_t bytes) {
  note_range(p, bytes, AccessKind::load, GRIDMARK_CALLER);
}
void __tsan_write_range(void* p, std::size_t bytes) {
  note_range(p, bytes, AccessKind::store, GRIDMARK_CALLER);
}

/// Called before each of CUDA's atomic functions.
void gridmark_atomic_touch(const void* p, unsigned bytes) {
  announce_atomic(p, bytes, AccessKind::atomic, GRIDMARK_CALLER);
}
void gridmark_exchange_touch(const void* p, unsigned bytes) {
  announce_atomic(p, bytes, AccessKind::exchange, GRIDMARK_CALLER);
}
void gridmark_atomic_load_touch(const void* p, unsigned bytes) {
  announce_atomic(p, bytes, AccessKind::atomic_load, GRIDMARK_CALLER);
}

/// Called before the C library's memcpy, memmove and memset. `from` is null for memset.
void gridmark_range_touch(const void* from, const void* to, std::size_t bytes) {
  note_copy(from, to, bytes, GRIDMARK_CALLER);
}

// gridmark-cc replaces these functions by the following ones wherever assembly uses them: calls that are not
// expanded, a structure's copy, a pointer to one of them.
void* gridmark_seen_memcpy(void* to, const void* from, std::size_t bytes) {
  note_unannounced(from, bytes, AccessKind::load, GRIDMARK_CALLER);
  note_unannounced(to, bytes, AccessKind::store, GRIDMARK_CALLER);
  return std::memcpy(to, from, bytes);
}
void* gridmark_seen_memmove(void* to, const void* from, std::size_t bytes) {
  note_unannounced(from, bytes, AccessKind::load, GRIDMARK_CALLER);
  note_unannounced(to, bytes, AccessKind::store, GRIDMARK_CALLER);
  return std::memmove(to, from, bytes);
}
void* gridmark_seen_memset(void* to, int value, std::size_t bytes) {
  note_unannounced(to, bytes, AccessKind::store, GRIDMARK_CALLER);
  return std::memset(to, value, bytes);
}

// Mathematical functions that return a value through a pointer.
#define GRIDMARK_SEEN(T, Out, name)                                         \
  T gridmark_seen_##name(T x, Out* out) {                                   \
    note_unannounced(out, sizeof *out, AccessKind::store, GRIDMARK_CALLER); \
    return name(x, out);                                                    \
  }
#define GRIDMARK_SEEN_OF(T, f)                                                    \
  GRIDMARK_SEEN(T, int, frexp##f)                                                 \
  GRIDMARK_SEEN(T, T, modf##f)                                                    \
  GRIDMARK_SEEN(T, int, lgamma##f##_r)                                            \
  T gridmark_seen_remquo##f(T x, T y, int* out) {                                 \
    note_unannounced(out, sizeof *out, AccessKind::store, GRIDMARK_CALLER);       \
    return remquo##f(x, y, out);                                                  \
  }                                                                               \
  void gridmark_seen_sincos##f(T x, T* sine, T* cosine) {                         \
    note_unannounced(sine, sizeof *sine, AccessKind::store, GRIDMARK_CALLER);     \
    note_unannounced(cosine, sizeof *cosine, AccessKind::store, GRIDMARK_CALLER); \
    sincos##f(x, sine, cosine);                                                   \
  }
GRIDMARK_SEEN_OF(double, )
GRIDMARK_SEEN_OF(float, f)
#undef GRIDMARK_SEEN_OF
#undef GRIDMARK_SEEN

// clang's calls for the same functions, and for the assignment of a struct.
void* __tsan_memcpy(void* to, const void* from, std::size_t bytes) {
  note_copy(from, to, bytes, GRIDMARK_CALLER);
  return std::memcpy(to, from, bytes);
}
void* __tsan_memmove(void* to, const void* from, std::size_t bytes) {
  note_copy(from, to, bytes, GRIDMARK_CALLER);
  return std::memmove(to, from, bytes);
}
void* __tsan_memset(void* to, int value, std::size_t bytes) {
  note_copy(nullptr, to, bytes, GRIDMARK_CALLER);
  return std::memset(to, value, bytes);
}

/// Called where gridmark-cc found the beginning of a basic block.
void gridmark_block(gridmark::counters::BlockRecord* record) {
  if (__builtin_expect(!turn.in_kernel, 0)) return;
  if (__builtin_expect(gridmark::counters::traces_threads, 0)) Counters::instance().trace_step(record);
  if (__builtin_expect(turn.thread != step_stream.thread(), 0)) return append_with_care(record);
  if (step_stream.repeats(record)) return;
  if (__builtin_expect(!step_stream.has_room(), 0)) return append_with_care(record);
  step_stream.append(record);
}
/// The same, in assembly that did not pass through gridmark-cc.
void __sanitizer_cov_trace_pc() {}

// Other functions that instrumented code calls.
void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_read(void*) {}
void __tsan_vptr_update(void** p, void*) { note_range(p, sizeof *p, AccessKind::store, GRIDMARK_CALLER); }
void __tsan_atomic_signal_fence(int) {}
void __tsan_atomic_thread_fence(int) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (turn.in_kernel) Counters::instance().fence();
}

// Atomic operations run in the strongest order.
#define GRIDMARK_FETCH(T, bits, operation)                                 \
  T __tsan_atomic##bits##_fetch_##operation(volatile T* p, T value, int) { \
    note_atomic(p, sizeof *p, AccessKind::atomic, GRIDMARK_CALLER);        \
    return __atomic_fetch_##operation(p, value, __ATOMIC_SEQ_CST);         \
  }
#define GRIDMARK_COMPARE(T, bits, strength, weak)                                                        \
  int __tsan_atomic##bits##_compare_exchange_##strength(volatile T* p, T* expected, T value, int, int) { \
    note_atomic(p, sizeof *p, AccessKind::atomic, GRIDMARK_CALLER);                                      \
    return __atomic_compare_exchange_n(p, expected, value, weak, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);    \
  }
#define GRIDMARK_ATOMICS(T, bits)                                                                \
  T __tsan_atomic##bits##_load(const volatile T* p, int) {                                       \
    note_atomic(p, sizeof *p, AccessKind::atomic_load, GRIDMARK_CALLER);                         \
    return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                 \
  }                                                                                              \
  void __tsan_atomic##bits##_store(volatile T* p, T value, int) {                                \
    note_atomic(p, sizeof *p, AccessKind::exchange, GRIDMARK_CALLER);                            \
    __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                                                \
  }                                                                                              \
  T __tsan_atomic##bits##_exchange(volatile T* p, T value, int) {                                \
    note_atomic(p, sizeof *p, AccessKind::exchange, GRIDMARK_CALLER);                            \
    return __atomic_exchange_n(p, value, __ATOMIC_SEQ_CST);                                      \
  }                                                                                              \
  GRIDMARK_FETCH(T, bits, add)                                                                   \
  GRIDMARK_FETCH(T, bits, sub)                                                                   \
  GRIDMARK_FETCH(T, bits, and)                                                                   \
  GRIDMARK_FETCH(T, bits, or)                                                                    \
  GRIDMARK_FETCH(T, bits, xor)                                                                   \
  GRIDMARK_FETCH(T, bits, nand)                                                                  \
  GRIDMARK_COMPARE(T, bits, strong, false)                                                       \
  GRIDMARK_COMPARE(T, bits, weak, true)                                                          \
  T __tsan_atomic##bits##_compare_exchange_val(volatile T* p, T expected, T value, int, int) {   \
    note_atomic(p, sizeof *p, AccessKind::atomic, GRIDMARK_CALLER);                              \
    __atomic_compare_exchange_n(p, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    return expected;                                                                             \
  }
GRIDMARK_ATOMICS(std::uint8_t, 8)
GRIDMARK_ATOMICS(std::uint16_t, 16)
GRIDMARK_ATOMICS(std::uint32_t, 32)
GRIDMARK_ATOMICS(std::uint64_t, 64)
}
#pragma GCC visibility pop
