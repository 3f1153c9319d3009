#include "emulation/timeline/engine.h"

#include <algorithm>

namespace gridmark::emulation {
namespace {

/// Shares are sums of fractions.
constexpr double whole = 1 + 1e-9;

}  // namespace

double Engine::used_at(Nanoseconds moment) const {
  double used = 0;
  for (const Use& use : uses_)
    if (use.begin <= moment && moment < use.end) used += use.share;
  return used;
}

/// The used share rises only where a use begins.
bool Engine::has_room(Nanoseconds begin, Nanoseconds end, double share) const {
  if (used_at(begin) + share > whole) return false;
  return std::none_of(uses_.begin(), uses_.end(), [&](const Use& use) {
    return begin < use.begin && use.begin < end && used_at(use.begin) + share > whole;
  });
}

/// Room appears only where a use ends.
Nanoseconds Engine::take(Nanoseconds ready, Nanoseconds time, double share) {
  std::vector<Nanoseconds> moments{ready};
  for (const Use& use : uses_)
    if (use.end > ready) moments.push_back(use.end);
  std::sort(moments.begin(), moments.end());
  const auto begin = *std::find_if(moments.begin(), moments.end(), [&](Nanoseconds moment) {
    return has_room(moment, moment + time, share);
  });
  if (time > 0) uses_.push_back({begin, begin + time, share});
  return begin;
}

void Engine::forget_before(Nanoseconds moment) {
  uses_.erase(std::remove_if(uses_.begin(), uses_.end(), [&](const Use& use) { return use.end <= moment; }),
              uses_.end());
}

}  // namespace gridmark::emulation
