#pragma once
// One access of one device thread, as the compiler's hook reports it.
#include <cstddef>
#include <cstdint>

namespace gridmark::counters {

enum class AccessKind : std::uint8_t { load, store, atomic };
enum class Space : std::uint8_t { global, shared };

/// Number of a site: an instruction of a kernel. 0 is no site.
using SiteIndex = std::uint16_t;

struct Access {
  std::uintptr_t address = 0;
  unsigned bytes = 0;
  AccessKind kind = AccessKind::load;
  SiteIndex site = 0;

  bool writes() const { return kind != AccessKind::load; }
  bool reads() const { return kind != AccessKind::store; }
  bool atomic() const { return kind == AccessKind::atomic; }
};

}  // namespace gridmark::counters
