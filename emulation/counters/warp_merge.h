#pragma once
// Theory of operation
// A warp's lanes run one after the other here, each from one barrier to the next. On a device they execute an
// instruction together. So each lane's accesses are kept until its warp's turn is over, and then merged: the
// lanes whose next access has the smallest program counter form one request. So lanes that left a loop wait
// for those that are still in it, which is where a device would let them join again.
#include <array>
#include <vector>

#include "emulation/counters/access.h"
#include "emulation/counters/cache_model.h"
#include "emulation/counters/global_traffic.h"
#include "emulation/counters/request.h"
#include "emulation/counters/site_table.h"

namespace gridmark::counters {

class WarpMerge {
 public:
  WarpMerge(SiteTable& sites, CacheModel& caches) : sites_(sites), caches_(caches) {}

  /// Keeps an access. `thread` is its index in the block. Another warp's turn ends this one's.
  void add(unsigned thread, std::uint64_t address, unsigned bytes, SiteIndex site) {
    if (thread / warp_size != warp_) {
      flush();
      warp_ = thread / warp_size;
    }
    std::vector<Event>& lane = lanes_[thread % warp_size];
    lane.push_back({address, site, static_cast<std::uint8_t>(bytes)});
    if (lane.size() > 1 && sites_[site].kind == AccessKind::store) join_vector_store(lane);
  }

  /// Accesses of the thread's lane, in its warp's turn.
  std::size_t kept(unsigned thread) const {
    return thread / warp_size == warp_ ? lanes_[thread % warp_size].size() : 0;
  }
  /// Counts the kept accesses: at barriers, at the end of a block and between warps.
  GRIDMARK_APART void flush();
  /// One request.
  void count(const Request& request, Site& site);
  void count_global(const Span& span, Site& site) {
    counters::count_global(span, site.kind, site.global, caches_);
  }

 private:
  struct Event {
    std::uint64_t address;
    SiteIndex site;
    std::uint8_t bytes;
  };
  GRIDMARK_APART void join_vector_store(std::vector<Event>& lane);
  SiteIndex take_request(Request& request);
  SiteIndex first_site() const;

  SiteTable& sites_;
  CacheModel& caches_;
  unsigned warp_ = 0;
  std::array<std::vector<Event>, warp_size> lanes_;
  std::array<std::size_t, warp_size> next_{};
  std::uint32_t active_ = 0;  ///< lanes with accesses left
};

}  // namespace gridmark::counters
