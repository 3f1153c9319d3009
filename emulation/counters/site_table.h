#pragma once
#include <string>
#include <vector>

#include "emulation/counters/access.h"
#include "emulation/meters.h"

namespace gridmark::counters {

using emulation::GlobalTraffic;
using emulation::SharedTraffic;

/// An instruction that touches memory, in one kernel and one memory space, and what its warps asked for.
struct Site {
  const void* pc = nullptr;  ///< return address of the hook's call
  std::uint16_t kernel = 0;  ///< index of its name
  AccessKind kind = AccessKind::load;
  Space space = Space::global;
  GlobalTraffic global;
  SharedTraffic shared;
  int array_owner = -1;  ///< shared arrays' function that it used first in `owner_launch`
  std::uint32_t owner_launch = 0;
};

/// All sites since the last clear(). Lookups by program counter are on the hot path of every access.
class SiteTable {
 public:
  SiteTable() { clear(); }
  void clear();
  /// Sites found from here on belong to this kernel.
  void enter_kernel(const char* name);
  const std::string& kernel_name(std::uint16_t kernel) const { return kernels_[kernel]; }
  const std::string& current_kernel() const { return kernels_[kernel_]; }

  SiteIndex find(const void* pc, AccessKind kind, Space space) {
    const SiteIndex found = index_[slot(pc, kind, space)];
    return matches(found, pc, kind, space) ? found : find_or_add(pc, kind, space);
  }
  Site& operator[](SiteIndex site) { return sites_[site]; }
  const Site& operator[](SiteIndex site) const { return sites_[site]; }
  const std::vector<Site>& all() const { return sites_; }

 private:
  static constexpr std::size_t slots = 1 << 17;  ///< twice the most sites, so that a free slot is near
  static constexpr std::size_t most_sites = 65535;

  std::size_t slot(const void* pc, AccessKind kind, Space space) const;
  bool matches(SiteIndex site, const void* pc, AccessKind kind, Space space) const;
  SiteIndex find_or_add(const void* pc, AccessKind kind, Space space);

  std::vector<Site> sites_;  ///< [0] gathers what does not fit
  std::vector<SiteIndex> index_;
  std::vector<std::string> kernels_;
  std::uint16_t kernel_ = 0;
};

}  // namespace gridmark::counters
