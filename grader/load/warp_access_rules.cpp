#include <algorithm>
#include <functional>

#include "grader/load/value_rules.h"

namespace gridmark::load {

void check_rules(const Node& node, const WarpAccess& access) {
  const auto& lanes = access.lanes;
  if (const auto at = std::adjacent_find(lanes.begin(), lanes.end(), std::greater_equal()); at != lanes.end())
    node["lanes"].elements()[static_cast<std::size_t>(at - lanes.begin()) + 1].expected(
        "lanes in rising order");
  if (access.offsets.size() != lanes.size()) node["offsets"].expected("one offset for each lane");
}

}  // namespace gridmark::load
