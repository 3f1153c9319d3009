#include "labkit/lanes/lanes.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>
#include <utility>

namespace gridmark::lanes {
namespace {

using router::LastWait;
using router::Report;
using router::Trouble;

/// A rank may send any time, and a picture has limits.
double moment(double seconds) { return std::clamp(seconds, 0.0, 1e9); }

RankLane lane_of(const Report& report, std::size_t rank) {
  const LastWait& wait = report.last_waits[rank];
  const bool died = report.trouble && report.trouble->kind == Trouble::Kind::died &&
                    report.trouble->rank == static_cast<int>(rank);
  if (wait.words.empty() || died) return {"", "", 0, moment(report.clocks[rank]), died};
  const std::size_t colon = std::min(wait.line.rfind(':'), wait.line.size());
  const int line = colon < wait.line.size() ? std::atoi(wait.line.c_str() + colon + 1) : 0;
  return {wait.words, wait.line.substr(0, colon), std::max(0, line), moment(wait.since), false};
}

std::vector<RankMessage> by_time(const Report& report) {
  std::vector<RankMessage> messages;
  for (const router::Message& one : report.messages)
    messages.push_back({one.from, one.to, one.tag, static_cast<std::int64_t>(one.bytes), moment(one.sent),
                        one.arrived < 0 ? -1 : moment(one.arrived)});
  std::stable_sort(messages.begin(), messages.end(), [](const RankMessage& one, const RankMessage& other) {
    return std::tuple(one.time(), one.sent, one.from, one.to) <
           std::tuple(other.time(), other.sent, other.from, other.to);
  });
  return messages;
}

/// The waits that a picture with these messages shows.
std::vector<RankWait> shown_waits(const Report& report, const RankLanes& lanes, std::size_t most) {
  std::vector<RankWait> waits;
  if (lanes.messages.empty()) return waits;
  double first = lanes.messages.front().sent;
  for (const RankMessage& one : lanes.messages) first = std::min(first, one.sent);
  const double last = lanes.messages.back().time();
  for (const router::Waited& one : report.waits)
    if (one.end > first && one.begin < last) waits.push_back({one.rank, moment(one.begin), moment(one.end)});
  std::sort(waits.begin(), waits.end(), [](const RankWait& one, const RankWait& other) {
    return std::pair(one.begin, one.rank) < std::pair(other.begin, other.rank);
  });
  waits.resize(std::min(waits.size(), most));
  return waits;
}

}  // namespace

RankLanes lanes_of(const Report& report, std::size_t most) {
  RankLanes lanes;
  for (std::size_t rank = 0; rank < std::min(report.clocks.size(), most_lane_ranks); ++rank)
    lanes.ranks.push_back(lane_of(report, rank));
  std::vector<RankMessage> messages = by_time(report);
  const auto all = static_cast<std::int64_t>(report.messages_sent());
  const std::size_t kept = std::min(most, messages.size());
  if (report.trouble) {
    lanes.messages.assign(messages.end() - static_cast<std::ptrdiff_t>(kept), messages.end());
    lanes.earlier = static_cast<std::int64_t>(messages.size() - kept);
    lanes.later = all - static_cast<std::int64_t>(messages.size());
  } else {
    messages.resize(kept);
    lanes.messages = std::move(messages);
    lanes.later = all - static_cast<std::int64_t>(kept);
  }
  lanes.waits = shown_waits(report, lanes, std::max(most_lane_waits, 2 * most));
  return lanes;
}

}  // namespace gridmark::lanes
