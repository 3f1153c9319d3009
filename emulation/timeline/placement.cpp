#include "emulation/timeline/placement.h"

#include <algorithm>

namespace gridmark::emulation {

SharedWork Placement::add(Span span, const std::vector<SharedWork>& after, std::optional<Cost> cost) {
  const auto work = std::make_shared<Work>();
  work->span = std::move(span);
  work->number = ++numbers_;
  work->begin = work->span.submitted_ns;
  work->cost = cost;
  if (cost) work->begin = std::max(work->begin, cost->earliest);
  if (!cost) unknown_.insert(work->begin);
  for (const SharedWork& earlier : after)
    if (earlier) wait_for(earlier, work);
  consider(work);
  return work;
}

void Placement::wait_for(const SharedWork& earlier, const SharedWork& work) {
  if (earlier->placed) {
    work->begin = std::max(work->begin, earlier->end);
  } else {
    ++work->awaited;
    earlier->followers.push_back(work);
  }
}

void Placement::consider(const SharedWork& work) {
  if (work->awaited == 0 && work->cost) ready_.insert(work);
}

void Placement::set_cost(const SharedWork& work, const Cost& cost) {
  if (work->cost) return;
  unknown_.erase(unknown_.find(work->span.submitted_ns));
  work->cost = cost;
  work->begin = std::max(work->begin, cost.earliest);
  consider(work);
}

Nanoseconds Placement::end_of(const SharedWork& work) {
  while (!work->placed && !ready_.empty()) place_first();
  return work->placed ? work->end : work->begin;
}

void Placement::place_all() {
  while (!ready_.empty()) place_first();
}

void Placement::place_first() {
  const SharedWork work = *ready_.begin();
  ready_.erase(ready_.begin());
  const Cost& cost = *work->cost;
  forget_old_uses(work->begin);
  if (cost.engine != EngineKind::none && cost.time > 0)
    work->begin = engines_[work->span.device][static_cast<std::size_t>(cost.engine)].take(
        work->begin, cost.time, std::min(cost.share, 1.0));
  work->end = work->begin + cost.time;
  work->placed = true;
  tell_(*work);
  for (const SharedWork& follower : std::exchange(work->followers, {})) {
    follower->begin = std::max(follower->begin, work->end);
    if (--follower->awaited == 0) consider(follower);
  }
}

/// All later work begins at `now` at the earliest, except work whose cost is not known yet.
void Placement::forget_old_uses(Nanoseconds now) {
  const Nanoseconds earliest = unknown_.empty() ? now : std::min(now, *unknown_.begin());
  for (auto& [device, engines] : engines_)
    for (Engine& engine : engines) engine.forget_before(earliest);
}

}  // namespace gridmark::emulation
