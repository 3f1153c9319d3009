#pragma once
#include <vector>

#include "emulation/timeline/work.h"

namespace gridmark::emulation {

/// A part of a device that serves several commands at once, as long as their shares add up to at most 1.
class Engine {
 public:
  /// Returns the first moment from `ready` on at which `share` stays free for `time`, and takes it from then
  /// on.
  Nanoseconds take(Nanoseconds ready, Nanoseconds time, double share);
  /// From now on, nothing will be taken that ends by `moment`.
  void forget_before(Nanoseconds moment);

 private:
  struct Use {
    Nanoseconds begin, end;
    double share;
  };
  bool has_room(Nanoseconds begin, Nanoseconds end, double share) const;
  double used_at(Nanoseconds moment) const;

  std::vector<Use> uses_;
};

}  // namespace gridmark::emulation
