#pragma once
// Theory of operation
// A command can begin when the host has submitted it and all that it waits for has ended; it then asks its
// engine for room. Commands are placed in the order in which they can begin, and of those that can begin at
// the same moment in the order of submission. Nothing that is placed moves again. A placement asks only for
// what may come before, so the host's clock, which follows what it waits for, is never ahead of a command
// that is still to come. One exception: what a kernel takes may be known only once it has run (the counted
// flavour). Such a kernel does not keep others waiting, and finds its room later, beside what is placed by
// then.
#include <array>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "emulation/timeline/engine.h"
#include "emulation/timeline/work.h"

namespace gridmark::emulation {

class Placement {
 public:
  /// `placed` is told of each work with a cost of time, once.
  explicit Placement(std::function<void(const Work&)> placed) : tell_(std::move(placed)) {}

  /// The newest work. `after` may name null.
  SharedWork add(Span span, const std::vector<SharedWork>& after, std::optional<Cost> cost);
  void set_cost(const SharedWork& work, const Cost& cost);
  /// When it ends. All that it comes after must have a cost.
  Nanoseconds end_of(const SharedWork& work);
  void place_all();

 private:
  void wait_for(const SharedWork& earlier, const SharedWork& work);
  void consider(const SharedWork& work);
  void place_first();
  void forget_old_uses(Nanoseconds now);

  struct Earlier {
    bool operator()(const SharedWork& one, const SharedWork& other) const {
      return std::pair(one->begin, one->number) < std::pair(other->begin, other->number);
    }
  };
  std::set<SharedWork, Earlier> ready_;
  std::multiset<Nanoseconds> unknown_;                       ///< when those without a cost were submitted
  std::map<int, std::array<Engine, engine_kinds>> engines_;  ///< by device
  std::uint64_t numbers_ = 0;
  std::function<void(const Work&)> tell_;
};

}  // namespace gridmark::emulation
