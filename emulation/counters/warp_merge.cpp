#include "emulation/counters/warp_merge.h"

#include <bit>

#include "emulation/counters/shared_traffic.h"

namespace gridmark::counters {

void WarpMerge::flush() {
  for (unsigned lane = 0; lane < warp_size; ++lane) active_ |= (lanes_[lane].empty() ? 0u : 1u) << lane;
  Request request;
  while (active_) count(request, sites_[take_request(request)]);
  for (auto& lane : lanes_) lane.clear();
  next_ = {};
}

namespace {

std::uint64_t excess(const Site& site) {
  return site.global.sectors - site.global.ideal_sectors + site.shared.wavefronts -
         site.shared.ideal_wavefronts;
}

void keep_if_worst(const Request& request, std::uint64_t excess, Site& site) {
  const bool worse = excess > site.worst_excess;
  if (!worse && (excess < site.worst_excess || request.lanes <= site.worst.lanes)) return;
  site.worst = request;
  site.worst_excess = excess;
}

}  // namespace

void WarpMerge::count(const Request& request, Site& site) {
  const std::uint64_t before = excess(site);
  ++site.issues.warp;
  site.issues.lanes += request.lanes;
  if (is_atomic(site.kind) && !is_load(site.kind)) count_atomic(request, site.space, site.atomics);
  if (site.space == Space::shared)
    count_shared(request, site.shared);
  else if (site.space == Space::constant)
    count_constant(request, site.constants);
  else
    counters::count_global(request, site.kind, site.global, caches_);
  keep_if_worst(request, excess(site) - before, site);
}

/// GCC writes `*p = float4{a, b, c, d}` one member at a time, but a device stores it at once. Neighbouring
/// stores of one line in sequence, aligned as a whole, become one again.
void WarpMerge::join_vector_store(std::vector<Event>& lane) {
  while (lane.size() > 1) {
    Event& first = lane[lane.size() - 2];
    const Event& second = lane.back();
    const bool halves = first.bytes == second.bytes && (first.bytes == 4 || first.bytes == 8) &&
                        first.address + first.bytes == second.address &&
                        first.address % (2 * first.bytes) == 0;
    if (!halves || !sites_.one_statement(first.site, second.site)) return;
    first.bytes = static_cast<std::uint8_t>(2 * first.bytes);
    lane.pop_back();
  }
}

/// Returns the smallest program counter among the lanes' next accesses.
SiteIndex WarpMerge::first_site() const {
  SiteIndex first = 0;
  const void* smallest = nullptr;
  for (std::uint32_t left = active_; left; left &= left - 1) {
    const unsigned lane = static_cast<unsigned>(std::countr_zero(left));
    const SiteIndex site = lanes_[lane][next_[lane]].site;
    if (site == first) continue;
    if (smallest && sites_[site].pc >= smallest) continue;
    first = site;
    smallest = sites_[site].pc;
  }
  return first;
}

/// Takes the next access of every lane that is at the first site.
SiteIndex WarpMerge::take_request(Request& request) {
  const SiteIndex site = first_site();
  request.lanes = 0;
  for (std::uint32_t left = active_; left; left &= left - 1) {
    const unsigned lane = static_cast<unsigned>(std::countr_zero(left));
    const Event& event = lanes_[lane][next_[lane]];
    if (event.site != site) continue;
    request.bytes = event.bytes;
    request.address[request.lanes] = event.address;
    request.lane[request.lanes++] = static_cast<std::uint8_t>(lane);
    if (++next_[lane] == lanes_[lane].size()) active_ &= ~(1u << lane);
  }
  return site;
}

}  // namespace gridmark::counters
