#include "emulation/counters/warp_merge.h"

#include <bit>

#include "emulation/counters/global_traffic.h"
#include "emulation/counters/shared_traffic.h"

namespace gridmark::counters {

void WarpMerge::flush() {
  for (unsigned lane = 0; lane < warp_size; ++lane) active_ |= (lanes_[lane].empty() ? 0u : 1u) << lane;
  Request request;
  while (active_) {
    Site& site = sites_[take_request(request)];
    if (site.space == Space::shared)
      count_shared(request, site.shared);
    else
      count_global(request, site.global);
  }
  for (auto& lane : lanes_) lane.clear();
  next_ = {};
}

SiteIndex WarpMerge::first_site() const {
  const Event* first = nullptr;
  for (std::uint32_t left = active_; left; left &= left - 1) {
    const unsigned lane = static_cast<unsigned>(std::countr_zero(left));
    const Event& event = lanes_[lane][next_[lane]];
    if (!first || event.pc < first->pc) first = &event;
  }
  return first->site;
}

/// The lanes whose next access is at the smallest program counter.
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
