#include "emulation/counters/site_table.h"

#include <algorithm>

#include "emulation/engine/source_place.h"

namespace gridmark::counters {
namespace {

/// Additional names share the last number. A lab has about a dozen.
constexpr std::size_t most_kernels = 1 << 13;

}  // namespace

void SiteTable::clear() {
  const std::string current = kernels_.empty() ? std::string() : current_kernel();
  sites_.assign(1, Site{});
  index_.assign(slots, Slot{});
  kernels_.assign(1, current);
  kernel_ = 0;
}

void SiteTable::enter_kernel(const char* name) {
  const auto known = std::find(kernels_.begin(), kernels_.end(), name);
  if (known == kernels_.end() && kernels_.size() < most_kernels) kernels_.emplace_back(name);
  kernel_ = static_cast<std::uint16_t>(std::min<std::size_t>(
      static_cast<std::size_t>(std::find(kernels_.begin(), kernels_.end(), name) - kernels_.begin()),
      kernels_.size() - 1));
}

bool SiteTable::one_statement(SiteIndex first, SiteIndex second) {
  Site& site = sites_[second];
  if (first == second || sites_[first].kind != site.kind || sites_[first].space != site.space) return false;
  if (site.compared_with != first) {
    site.compared_with = first;
    site.same_line = emulation::same_source_line(sites_[first].pc, site.pc);
  }
  return site.same_line;
}

SiteIndex SiteTable::find_or_add(Key key, const void* pc, AccessKind kind, Space space) {
  std::size_t at = slot_of(key);
  while (index_[at].site != 0 && index_[at].key != key) at = (at + 1) & (slots - 1);
  if (index_[at].site != 0) return index_[at].site;
  if (sites_.size() > most_sites) return 0;
  Site site;
  site.pc = pc;
  site.kernel = kernel_;
  site.kind = kind;
  site.space = space;
  sites_.push_back(site);
  index_[at] = {key, static_cast<SiteIndex>(sites_.size() - 1)};
  return index_[at].site;
}

}  // namespace gridmark::counters
