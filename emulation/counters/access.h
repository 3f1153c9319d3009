#pragma once
// One access of one device thread, as the compiler's hook reports it.
#include <cstddef>
#include <cstdint>

namespace gridmark::counters {

/// `exchange`: atomic, and ignores the value that it finds.
enum class AccessKind : std::uint32_t { load, store, atomic, exchange, atomic_load };
constexpr std::size_t access_kinds = 5;
constexpr bool is_atomic(AccessKind kind) { return kind >= AccessKind::atomic; }
constexpr bool is_load(AccessKind kind) {
  return kind == AccessKind::load || kind == AccessKind::atomic_load;
}
enum class Space : std::uint8_t { global, shared, constant };

/// For code that runs once in a program. It stays out of the path of every access.
#define GRIDMARK_RARE __attribute__((noinline, cold))
/// For the path of every access. Its calls are inlined, except GRIDMARK_RARE and GRIDMARK_APART ones.
#define GRIDMARK_HOT __attribute__((flatten))
/// For code that only some accesses need. It is a call, so that the path of every access stays small.
#define GRIDMARK_APART __attribute__((noinline))

constexpr unsigned word_bytes = 4;

/// The compiler reports 16 bytes both for a double2, which must lie at a multiple of 16, and for a struct of
/// two doubles, which a device reads in two parts. The processor itself detects the first.
constexpr unsigned widest_known_alignment = 8;

/// Number of a site, which is an instruction of a kernel. 0 means none.
using SiteIndex = std::uint16_t;

/// Made for every access. The fields have one size, because a processor stalls when it loads small stores as
/// one.
struct Access {
  std::uintptr_t address = 0;
  std::uint32_t bytes = 0;
  AccessKind kind = AccessKind::load;
  std::uint64_t site = 0;  ///< SiteIndex

  bool writes() const { return !is_load(kind); }
  bool reads() const { return is_load(kind) || updates(); }
  bool updates() const { return kind == AccessKind::atomic; }
  bool atomic() const { return is_atomic(kind); }
};

inline SiteIndex site_of(const Access& access) { return static_cast<SiteIndex>(access.site); }

}  // namespace gridmark::counters
