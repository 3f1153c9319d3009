#include "grader/load/needs_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "base/nearest.h"
#include "grader/load/json_document.h"

namespace gridmark::load {
namespace {

struct Placed {
  const Item* item;
  Node node;
  enum { untouched, on_path, done } state = untouched;
};
using Items = std::map<std::string, Placed>;

Items index_items(const Node& root, const Rubric& rubric) {
  Items items;
  std::map<std::string, Node> criteria;
  const std::vector<Node> nodes = root["criteria"].elements();
  for (std::size_t c = 0; c < nodes.size(); ++c) {
    const Node id = nodes[c]["id"];
    const auto [first, fresh] = criteria.emplace(rubric.criteria[c].id, id);
    if (!fresh) id.expected("another id: " + first->second.pointer() + " has this one");
    const std::vector<Node> inner = nodes[c]["items"].elements();
    for (std::size_t i = 0; i < inner.size(); ++i) {
      const Item& item = rubric.criteria[c].items[i];
      const auto [known, added] = items.emplace(item.id, Placed{&item, inner[i]});
      if (!added) inner[i]["id"].expected("another id: " + known->second.node.pointer() + "/id has this one");
    }
  }
  return items;
}

void check_known(const Placed& placed, const Items& items) {
  std::vector<std::string> ids;
  for (const auto& [id, other] : items) ids.push_back(id);
  for (std::size_t i = 0; i < placed.item->needs.size(); ++i)
    if (const std::string& need = placed.item->needs[i]; !items.contains(need))
      placed.node["needs"].elements()[i].expected("the id of an item" + suggestion(need, ids));
}

/// "a -> b -> a" from the ids on the path to `back`, which is on it.
std::string circle(const std::vector<std::string>& path, const std::string& back) {
  const auto start = std::find(path.begin(), path.end(), back);
  return fmt::format("{} -> {}", fmt::join(start, path.end(), " -> "), back);
}

/// Depth-first search. `path` has the ids on the way here.
void check_circles(Placed& placed, Items& items, std::vector<std::string>& path) {
  const std::string& id = placed.item->id;
  if (placed.state == Placed::on_path)
    placed.node["needs"].fail("found the circle " + circle(path, id) +
                              ", expected needs that come to an end");
  if (placed.state != Placed::untouched || placed.node.failed()) return;
  placed.state = Placed::on_path;
  path.push_back(id);
  for (const std::string& need : placed.item->needs) check_circles(items.at(need), items, path);
  path.pop_back();
  placed.state = Placed::done;
}

}  // namespace

void check_ids_and_needs(const Node& root, const Rubric& rubric) {
  Items items = index_items(root, rubric);
  for (const Node& criterion : root["criteria"].elements())
    for (const Node& item : criterion["items"].elements())
      if (!root.failed()) check_known(items.at(item["id"].text()), items);
  std::vector<std::string> path;
  for (const Criterion& criterion : rubric.criteria)
    for (const Item& item : criterion.items)
      if (!root.failed()) check_circles(items.at(item.id), items, path);
}

}  // namespace gridmark::load
