#pragma once
#include <map>
#include <utility>

#include "emulation/engine/threads.h"

namespace gridmark::emulation {

/// __syncthreads: complete when every thread that has not returned waits at it.
class BlockBarrier {
 public:
  struct Arrivals {
    unsigned threads, nonzero;  ///< all, and those that came with a predicate
  };
  explicit BlockBarrier(Threads& threads) : threads_(threads) {}

  void open();
  /// `thread` has come through the call at `place`. Returns true if it is the last one.
  bool arrive(unsigned thread, bool predicate, const void* place) {
    come_to(place);
    nonzero_ += predicate;
    threads_.wait_at(thread, Threads::State::at_barrier, place);
    return ++arrived_ == threads_.live;
  }
  /// Threads [first, end) have come through one call.
  void arrive_in_order(unsigned first, unsigned end, const void* place);
  /// Lets all threads continue after the last one has come.
  void release();
  /// The same for threads that came one after the other, without bookkeeping.
  void release_in_order() { released_ = {threads_.live, 0}; }

  bool is_empty() const { return arrived_ == 0; }
  bool is_complete() const { return arrived_ && arrived_ == threads_.live; }
  bool is_divergent() const { return places_differ_; }
  const Arrivals& released() const { return released_; }

 private:
  void come_to(const void* place) {
    if (arrived_ == 0) place_ = place;
    places_differ_ |= place != place_;
  }
  bool is_one_call(const void* a, const void* b);
  void refuse_divergence();

  Threads& threads_;
  unsigned arrived_ = 0, nonzero_ = 0;
  Arrivals released_{};
  const void* place_ = nullptr;
  bool places_differ_ = false;
  unsigned live_where_warps_differed_ = 0;  ///< live threads when warps last met at several barriers
  std::map<std::pair<const void*, const void*>, bool> one_line_;  ///< pairs of calls that were compared
};

}  // namespace gridmark::emulation
