#include "grader/load/warp_access_json.h"

namespace gridmark {
namespace {

constexpr int lanes_of_a_warp = 32;
constexpr Range any_offset{0, 9e15, "a number of bytes"};

}  // namespace

WarpAccess read_warp_access(const Node& node) {
  node.keys({"kind", "bytes", "lanes", "offsets"});
  WarpAccess access;
  access.kind = node["kind"].one_of<WarpAccess::Kind>();
  access.bytes = static_cast<int>(node["bytes"].whole({1, 255, "1 to 255 bytes"}));
  for (const Node& lane : node["lanes"].elements(lanes_of_a_warp)) {
    const int number = static_cast<int>(lane.whole({0, lanes_of_a_warp - 1, "a lane, 0 to 31"}));
    if (!access.lanes.empty() && number <= access.lanes.back()) lane.expected("lanes in rising order");
    access.lanes.push_back(number);
  }
  for (const Node& offset : node["offsets"].elements(lanes_of_a_warp))
    access.offsets.push_back(offset.whole(any_offset));
  if (access.lanes.empty() || access.offsets.size() != access.lanes.size())
    node["offsets"].expected("one offset for each lane");
  return access;
}

}  // namespace gridmark
