#pragma once
#include <string>
#include <vector>

#include "emulation/counters/access.h"
#include "emulation/counters/request.h"
#include "emulation/meters.h"

namespace gridmark::counters {

using emulation::AtomicTraffic;
using emulation::ConstantTraffic;
using emulation::GlobalTraffic;
using emulation::SharedTraffic;

/// An instruction that touches memory, in one kernel and one memory space, with the requests of its warps.
struct Site {
  const void* pc = nullptr;  ///< return address of the hook's call
  std::uint16_t kernel = 0;  ///< index of its name
  AccessKind kind = AccessKind::load;
  Space space = Space::global;
  GlobalTraffic global;
  SharedTraffic shared;
  AtomicTraffic atomics;
  ConstantTraffic constants;
  emulation::Issues issues;
  Request worst;                   ///< the request furthest from the ideal, without lanes before the first
  std::uint64_t worst_excess = 0;  ///< its sectors or wavefronts beyond the ideal ones
  int array_owner = -1;            ///< function of the shared array that it used first in `owner_launch`
  std::uint32_t owner_launch = 0;
  SiteIndex compared_with = 0;   ///< the site whose line was last compared with this one's
  bool same_line = false;        ///< result of that comparison
  bool precedes_atomic = false;  ///< the thread that read shared memory here then updated the word atomically
};

/// All sites since the last clear(). Lookups by program counter are on the hot path of every access.
class SiteTable {
 public:
  SiteTable() { clear(); }
  void clear();
  /// Assigns new sites to this kernel from now on.
  void enter_kernel(const char* name);
  const std::string& kernel_name(std::uint16_t kernel) const { return kernels_[kernel]; }
  const std::string& current_kernel() const { return kernels_[kernel_]; }
  std::uint16_t kernel() const { return kernel_; }
  std::size_t kernels() const { return kernels_.size(); }

  SiteIndex find(const void* pc, AccessKind kind, Space space) {
    const Key key = make_key(pc, kind, space);
    const Slot& slot = index_[slot_of(key)];
    return slot.key == key ? slot.site : find_or_add(key, pc, kind, space);
  }
  /// True for two instructions of one kind that stand on one line of the source.
  bool one_statement(SiteIndex first, SiteIndex second);
  Site& operator[](SiteIndex site) { return sites_[site]; }
  const Site& operator[](SiteIndex site) const { return sites_[site]; }
  const std::vector<Site>& all() const { return sites_; }

 private:
  using Key = std::uint64_t;
  struct Slot {
    Key key = 0;
    SiteIndex site = 0;
  };
  static constexpr unsigned slot_bits = 17;  ///< twice the most sites, so that a free slot is near
  static constexpr std::size_t slots = std::size_t{1} << slot_bits;
  static constexpr std::size_t most_sites = 65535;

  /// Program counters have 47 bits, kinds in their spaces 4. That leaves 13 for the kernel.
  Key make_key(const void* pc, AccessKind kind, Space space) const {
    const std::size_t way = static_cast<std::size_t>(space) * access_kinds + static_cast<std::size_t>(kind);
    return (reinterpret_cast<std::uintptr_t>(pc) << 4 | way) ^ std::uint64_t{kernel_} << 51;
  }
  static std::size_t slot_of(Key key) { return key * 0x9e3779b97f4a7c15ull >> (64 - slot_bits); }
  GRIDMARK_RARE SiteIndex find_or_add(Key key, const void* pc, AccessKind kind, Space space);

  std::vector<Site> sites_;  ///< [0] collects everything that does not fit
  std::vector<Slot> index_;
  std::vector<std::string> kernels_;
  std::uint16_t kernel_ = 0;
};

}  // namespace gridmark::counters
