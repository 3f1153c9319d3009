#include "emulation/timeline/trace_lanes.h"

namespace gridmark::emulation {
namespace {

/// The ends of the open spans in a lane, the innermost last.
class Lane {
 public:
  bool takes(const LaneSpan& span, Nesting nesting) {
    while (!open_.empty() && open_.back() <= span.begin) open_.pop_back();
    if (!open_.empty() && (nesting == Nesting::refused || open_.back() < span.end)) return false;
    open_.push_back(span.end);
    return true;
  }

 private:
  std::vector<double> open_;
};

}  // namespace

std::vector<std::size_t> lanes_of(const std::vector<LaneSpan>& spans, Nesting nesting) {
  std::vector<Lane> lanes;
  std::vector<std::size_t> chosen;
  for (const LaneSpan& span : spans) {
    std::size_t lane = 0;
    while (lane < lanes.size() && !lanes[lane].takes(span, nesting)) ++lane;
    if (lane == lanes.size()) lanes.emplace_back().takes(span, nesting);
    chosen.push_back(lane);
  }
  return chosen;
}

}  // namespace gridmark::emulation
