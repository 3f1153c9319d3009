#include <algorithm>

#include "grader/load/protocol_values.h"
#include "grader/load/read_value.h"

namespace gridmark {

WarpAccess read_warp_access(const Node& node) {
  WarpAccess access = read_value<WarpAccess>(node);
  if (std::adjacent_find(access.lanes.begin(), access.lanes.end(), std::greater_equal()) !=
      access.lanes.end())
    node["lanes"].expected("lanes in rising order");
  if (access.offsets.size() != access.lanes.size()) node["offsets"].expected("one offset for each lane");
  return access;
}

}  // namespace gridmark
