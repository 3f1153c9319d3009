#pragma once
// coalesced_group: lanes of one warp that came along together, in any pattern. Ranks count its lanes.
#include "gridmark/cooperative/thread_group.h"

namespace cooperative_groups {

class coalesced_group : public thread_group {
 public:
  explicit coalesced_group(const details::GroupData& data) : thread_group(data) {}

  GRIDMARK_GROUP_MEMBER unsigned size() const { return data_.size; }
  GRIDMARK_GROUP_MEMBER unsigned num_threads() const { return data_.size; }
  GRIDMARK_GROUP_MEMBER unsigned thread_rank() const {
    using namespace ::gridmark::emulation;
    return population(data_.mask & lanes_below(lane_index()));
  }
  GRIDMARK_GROUP_MEMBER unsigned meta_group_rank() const { return data_.meta_rank; }
  GRIDMARK_GROUP_MEMBER unsigned meta_group_size() const { return data_.meta_size; }
  GRIDMARK_GROUP_MEMBER void sync() const { __syncwarp(data_.mask); }

  template <class T>
  GRIDMARK_GROUP_MEMBER auto shfl(T&& value, int rank) const {
    return take(value, ::gridmark::emulation::lane_of_rank(data_.mask, static_cast<unsigned>(rank)));
  }
  template <class T>
  GRIDMARK_GROUP_MEMBER auto shfl_up(T&& value, int delta) const {
    const unsigned rank = thread_rank(), up = static_cast<unsigned>(delta);
    return take(value, ::gridmark::emulation::lane_of_rank(data_.mask, up > rank ? rank : rank - up));
  }
  template <class T>
  GRIDMARK_GROUP_MEMBER auto shfl_down(T&& value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return take(value, ::gridmark::emulation::lane_of_rank(data_.mask,
                                                           delta >= data_.size - rank ? rank : rank + delta));
  }

  GRIDMARK_GROUP_MEMBER int any(int predicate) const { return __any_sync(data_.mask, predicate); }
  GRIDMARK_GROUP_MEMBER int all(int predicate) const { return __all_sync(data_.mask, predicate); }
  GRIDMARK_GROUP_MEMBER unsigned ballot(int predicate) const {
    return ::gridmark::emulation::pack_lanes(data_.mask, __ballot_sync(data_.mask, predicate));
  }
  template <class T>
  GRIDMARK_GROUP_MEMBER unsigned match_any(T value) const {
    return ::gridmark::emulation::pack_lanes(data_.mask, __match_any_sync(data_.mask, value));
  }
  template <class T>
  GRIDMARK_GROUP_MEMBER unsigned match_all(T value, int& all_match) const {
    return ::gridmark::emulation::pack_lanes(data_.mask, __match_all_sync(data_.mask, value, &all_match));
  }

 private:
  template <class T>
  GRIDMARK_GROUP_MEMBER ::gridmark::emulation::Plain<T> take(const T& value, unsigned lane) const {
    return ::gridmark::emulation::take_from_lane<::gridmark::emulation::Plain<T>>(data_.mask, value, lane);
  }
};

/// The lanes that stand at this line together. They continue when all lanes that can come have come.
GRIDMARK_INTRINSIC coalesced_group coalesced_threads(int line = __builtin_LINE()) {
  return coalesced_group(details::lanes_data(::gridmark::emulation::active_mask(-line), 0, 1));
}

}  // namespace cooperative_groups
