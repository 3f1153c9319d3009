#include <algorithm>
#include <functional>

#include "grader/load/protocol_values.h"
#include "grader/load/read_value.h"

namespace gridmark::load {

WarpAccess read_warp_access(const Node& node) {
  WarpAccess access = read_value<WarpAccess>(node);
  if (node.failed()) return access;
  const auto& lanes = access.lanes;
  if (const auto at = std::adjacent_find(lanes.begin(), lanes.end(), std::greater_equal()); at != lanes.end())
    node["lanes"].elements()[static_cast<std::size_t>(at - lanes.begin()) + 1].expected(
        "lanes in rising order");
  if (access.offsets.size() != lanes.size()) node["offsets"].expected("one offset for each lane");
  return access;
}

}  // namespace gridmark::load
