#pragma once
// Theory of operation
// A command can begin when the host has submitted it and all commands that it waits for have ended. It then
// asks its engine for room. Commands are placed in the order in which they can begin, and in the order of
// submission if they can begin at the same moment. A placed command never moves. A placement needs only
// commands that may come before. The host's clock follows the commands that it waits for, so it is never
// ahead of a command that is still to come. There is one exception: the cost of a kernel may be known only
// once it has run (the counted flavour). Such a kernel does not keep others waiting, and finds its room
// later, next to those placed by then.
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
  /// `placed` is called for each work with a cost of time, once.
  explicit Placement(std::function<void(const Work&)> placed) : tell_(std::move(placed)) {}

  /// Adds the newest work. `after` may contain null.
  SharedWork add(Span span, const std::vector<SharedWork>& after, std::optional<Cost> cost);
  void set_cost(const SharedWork& work, const Cost& cost);
  /// The end of the work. All works that it comes after must have a cost.
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
  std::multiset<Nanoseconds> unknown_;                       ///< submission times of those without a cost
  std::map<int, std::array<Engine, engine_kinds>> engines_;  ///< by device
  std::uint64_t numbers_ = 0;
  std::function<void(const Work&)> tell_;
};

}  // namespace gridmark::emulation
