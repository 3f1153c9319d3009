#include "emulation/timeline/activity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <map>

namespace gridmark::emulation {
namespace {

constexpr Nanoseconds kept_time = 2e9;  ///< twice the longest period that can be requested

struct Interval {
  Nanoseconds begin = 0, end = 0;
  Nanoseconds overlap(Nanoseconds from, Nanoseconds to) const {
    return std::max(0.0, std::min(end, to) - std::max(begin, from));
  }
};

/// Two sums over the intervals, until the last of them ends.
struct Sums {
  Nanoseconds until = 0, total = 0;
  double lasting = 0;

  void add(const Interval& one) {
    const Nanoseconds time = one.end - std::max(until, one.begin);
    if (time <= 0) return;
    total += time;
    lasting = lasting * std::exp(-(one.end - until) / warming_time) + 1 - std::exp(-time / warming_time);
    until = one.end;
  }
  /// Removes the latest interval.
  void take_back(const Interval& one) {
    total -= one.end - one.begin;
    lasting -= std::exp(-(until - one.end) / warming_time) - std::exp(-(until - one.begin) / warming_time);
  }
};

/// The union of intervals.
class Intervals {
 public:
  void add(Interval one) {
    sums_.add(one);
    while (!last_.empty() && last_.front().end < one.begin - kept_time) last_.pop_front();
    auto first = last_.end();
    while (first != last_.begin() && std::prev(first)->end >= one.begin) --first;
    auto next = first;
    for (; next != last_.end() && next->begin <= one.end; ++next)
      one = {std::min(one.begin, next->begin), std::max(one.end, next->end)};
    last_.insert(last_.erase(first, next), one);
  }

  double share(Nanoseconds from, Nanoseconds to) const {
    Nanoseconds covered = 0;
    for (auto one = last_.rbegin(); one != last_.rend() && one->end > from; ++one)
      covered += one->overlap(from, to);
    return to > from ? covered / (to - from) : 0;
  }

  /// The sums without intervals after `now`.
  Sums at(Nanoseconds now) const {
    Sums sums = sums_;
    for (auto one = last_.rbegin(); one != last_.rend() && one->end > now; ++one)
      sums.take_back({std::max(now, one->begin), one->end});
    sums.lasting = std::clamp(sums.lasting * std::exp((sums.until - now) / warming_time), 0.0, 1.0);
    return sums;
  }

 private:
  std::deque<Interval> last_;  ///< by time, without touching
  Sums sums_;
};

struct Transfer {
  Interval time;
  double bytes = 0;
};

struct DeviceActivity {
  Intervals computing, memory;
  std::array<std::deque<Transfer>, 4> transfers;  ///< by direction
};

DeviceActivity& activity_of(int device) {
  static auto* all = new std::map<int, DeviceActivity>;
  return (*all)[device];
}

std::deque<Transfer>& transfers_of(int device, Span::Direction direction) {
  return activity_of(device).transfers[static_cast<std::size_t>(direction) - 1];
}

bool computes(Span::Kind kind) {
  return kind == Span::Kind::kernel || kind == Span::Kind::library || kind == Span::Kind::collective;
}

void note_transfer(const Work& work) {
  std::deque<Transfer>& transfers = transfers_of(work.span.device, work.span.direction);
  while (!transfers.empty() && transfers.front().time.end < work.begin - kept_time) transfers.pop_front();
  transfers.push_back({{work.begin, work.end}, work.cost->bytes});
}

}  // namespace

void note_activity(const Work& work) {
  const bool host =
      work.span.kind == Span::Kind::host || work.span.direction == Span::Direction::host_to_host;
  if (host || work.end <= work.begin) return;
  DeviceActivity& activity = activity_of(work.span.device);
  if (computes(work.span.kind)) activity.computing.add({work.begin, work.end});
  activity.memory.add({work.begin, work.end});
  if (work.span.kind == Span::Kind::copy && work.span.direction != Span::Direction::none) note_transfer(work);
}

double busy_share(int device, Nanoseconds from, Nanoseconds to) {
  return activity_of(device).computing.share(from, to);
}

double memory_share(int device, Nanoseconds from, Nanoseconds to) {
  return activity_of(device).memory.share(from, to);
}

Nanoseconds busy_time(int device, Nanoseconds now) { return activity_of(device).computing.at(now).total; }

double lasting_share(int device, Nanoseconds now) { return activity_of(device).computing.at(now).lasting; }

double bus_bytes(int device, Span::Direction direction, Nanoseconds from, Nanoseconds to) {
  double bytes = 0;
  for (const auto& [time, moved] : transfers_of(device, direction))
    bytes += moved * time.overlap(from, to) / (time.end - time.begin);
  return bytes;
}

}  // namespace gridmark::emulation
