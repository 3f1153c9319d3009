#include "grader/load/value_rules.h"

namespace gridmark::load {

void check_rules(const Node& node, const RankLanes& lanes) {
  const auto is_rank = [&](int rank) { return static_cast<std::size_t>(rank) < lanes.ranks.size(); };
  for (std::size_t i = 0; i < lanes.messages.size(); ++i)
    if (!is_rank(lanes.messages[i].from) || !is_rank(lanes.messages[i].to))
      return node["messages"].elements()[i].expected("ranks of the lanes");
  for (std::size_t i = 0; i < lanes.waits.size(); ++i)
    if (!is_rank(lanes.waits[i].rank)) return node["waits"].elements()[i].expected("a rank of the lanes");
}

}  // namespace gridmark::load
