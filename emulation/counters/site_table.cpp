#include "emulation/counters/site_table.h"

#include <algorithm>

namespace gridmark::counters {

void SiteTable::clear() {
  const std::string current = kernels_.empty() ? std::string() : current_kernel();
  sites_.assign(1, Site{});
  index_.assign(slots, 0);
  kernels_.assign(1, current);
  kernel_ = 0;
}

void SiteTable::enter_kernel(const char* name) {
  const auto known = std::find(kernels_.begin(), kernels_.end(), name);
  if (known == kernels_.end() && kernels_.size() <= UINT16_MAX) kernels_.emplace_back(name);
  kernel_ = static_cast<std::uint16_t>(std::min<std::size_t>(
      static_cast<std::size_t>(std::find(kernels_.begin(), kernels_.end(), name) - kernels_.begin()),
      kernels_.size() - 1));
}

std::size_t SiteTable::slot(const void* pc, AccessKind kind, Space space) const {
  const std::uint64_t key = (reinterpret_cast<std::uintptr_t>(pc) << 3 | static_cast<unsigned>(kind) << 1 |
                             static_cast<unsigned>(space)) +
                            kernel_ * 0x51ull;
  return (key * 0x9e3779b97f4a7c15ull >> 47) & (slots - 1);
}

bool SiteTable::matches(SiteIndex site, const void* pc, AccessKind kind, Space space) const {
  const Site& known = sites_[site];
  return known.pc == pc && known.kind == kind && known.space == space && known.kernel == kernel_;
}

SiteIndex SiteTable::find_or_add(const void* pc, AccessKind kind, Space space) {
  std::size_t at = slot(pc, kind, space);
  while (index_[at] != 0) {
    if (matches(index_[at], pc, kind, space)) return index_[at];
    at = (at + 1) & (slots - 1);
  }
  if (sites_.size() > most_sites) return 0;
  Site site;
  site.pc = pc;
  site.kernel = kernel_;
  site.kind = kind;
  site.space = space;
  sites_.push_back(site);
  return index_[at] = static_cast<SiteIndex>(sites_.size() - 1);
}

}  // namespace gridmark::counters
