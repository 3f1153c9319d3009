#pragma once
#include <vector>

namespace gridmark::emulation {

struct LaneSpan {
  double begin = 0, end = 0;
};

/// Spans that may share a lane: consecutive ones only, or also a span that lies completely within another.
enum class Nesting { refused, allowed };

/// The lane of each span, from 0 on. Spans must be sorted by their begin, and the longest first if the begin
/// is the same. Lanes are needed because a graph runs nodes of one stream at the same time, and a viewer
/// draws a thread's spans below one another.
std::vector<std::size_t> lanes_of(const std::vector<LaneSpan>& spans, Nesting nesting);

}  // namespace gridmark::emulation
