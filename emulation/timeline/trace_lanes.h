#pragma once
#include <vector>

namespace gridmark::emulation {

struct LaneSpan {
  double begin = 0, end = 0;
};

/// What may share a lane: what follows one another, or also what lies within another as a whole.
enum class Nesting { refused, allowed };

/// The lane of each span, from 0 on; spans come by their begin, and of those with one begin the longest
/// first. A graph runs nodes of one stream at the same time, and a viewer draws a thread's spans below one
/// another.
std::vector<std::size_t> lanes_of(const std::vector<LaneSpan>& spans, Nesting nesting);

}  // namespace gridmark::emulation
