// The bounds of loops.
#include <fmt/format.h>

#include <set>

#include "labkit/repairs/scene.h"

namespace gridmark::repairs {
namespace {

/// The loops of the kernel. With `around_line`, only those around the line.
std::vector<LoopHead> suspected_loops(const Scene& scene, bool around_line) {
  if (scene.at_line == nullptr) return {};
  std::vector<LoopHead> found;
  for (const LoopHead& loop : loops_in(scene.code, scene.at_line->body)) {
    const int first = scene.code.line(loop.begin.begin), last = scene.code.line(loop.body.end - 1);
    if (!around_line || (first <= scene.line && scene.line <= last)) found.push_back(loop);
  }
  return found;
}

/// The common end of all loops of the body that begin at 0, which is the reach of a tile. "" without loops.
std::optional<std::string> reach_of_tile(const Code& code, Range body) {
  std::set<std::string> ends;
  for (const LoopHead& loop : loops_in(code, body)) {
    const Index less = code.find(loop.condition, "<");
    if (code.is(loop.begin.end - 1, "0") && less + 1 < loop.condition.end)
      ends.insert(code.text({less + 1, loop.condition.end}));
  }
  if (ends.size() > 1) return std::nullopt;
  return ends.empty() ? "" : *ends.begin();
}

/// Makes the change if there is exactly one place for it, else none.
Changes change_only(const Code& code, const std::vector<std::pair<Range, std::string>>& places) {
  Changes changes(code);
  if (places.size() == 1) changes.replace(places.front().first, places.front().second);
  return changes;
}

}  // namespace

Changes start_at_zero(const Scene& scene) {
  std::vector<std::pair<Range, std::string>> places;
  for (const LoopHead& loop : suspected_loops(scene, false)) {
    const Index number = loop.begin.end - 1;
    if (scene.code.is(number, "1") && scene.code.is(number - 1, "="))
      places.push_back({{number, number + 1}, "0"});
  }
  return change_only(scene.code, places);
}

Changes end_one_later(const Scene& scene) {
  std::vector<std::pair<Range, std::string>> places;
  for (const LoopHead& loop : suspected_loops(scene, false)) {
    const Index end = loop.condition.end;
    if (loop.condition.begin + 3 < end && scene.code.is(end - 1, "1") && scene.code.is(end - 2, "-"))
      places.push_back({{end - 3, end}, std::string(scene.code.at(end - 3))});
  }
  return change_only(scene.code, places);
}

/// Changes `<=` in a loop around the line, or in a condition above it. In a condition that returns, changes
/// `>`.
Changes end_one_earlier(const Scene& scene) {
  std::vector<std::pair<Range, std::string>> places;
  for (const LoopHead& loop : suspected_loops(scene, true))
    if (const Index at = scene.code.find(loop.condition, "<="); at != loop.condition.end)
      places.push_back({{at, at + 1}, "<"});
  if (!places.empty() || scene.at_line == nullptr) return change_only(scene.code, places);
  const Code& code = scene.code;
  for (Index i = scene.at_line->body.begin; i < scene.at_line->body.end && code.line(i) <= scene.line; ++i) {
    if (!code.is(i, "if") || !code.is(i + 1, "(") || code.partner(i + 1) == none) continue;
    const Range condition{i + 2, code.partner(i + 1)};
    const bool leaves = code.is(condition.end + 1, "return");
    const char* const wrong = leaves ? ">" : "<=";
    for (Index at = condition.begin; at < condition.end; ++at)
      if (code.is(at, wrong)) places.push_back({{at, at + 1}, leaves ? ">=" : "<"});
  }
  return change_only(code, places);
}

/// Changes the innermost loop around the line.
Changes widen_index(const Scene& scene) {
  Changes changes(scene.code);
  const auto loops = suspected_loops(scene, true);
  if (loops.empty()) return changes;
  const Range begin = loops.back().begin;
  const Index equals = scene.code.find(begin, "=");
  if (equals >= begin.end || equals < begin.begin + 2) return changes;
  changes.replace({begin.begin, equals - 1}, "int");
  return changes;
}

/// Adds a step to the loop that begins at the line: a tile, or 1.
Changes advance_loop(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  for (const LoopHead& loop : suspected_loops(scene, true)) {
    if (code.line(loop.begin.begin) != scene.line || !loop.step.empty()) continue;
    const auto reach = reach_of_tile(code, loop.body);
    if (!reach || !changes.empty()) return Changes(code);
    const std::string_view name = code.declared_name(loop.begin);
    changes.replace({loop.condition.end, loop.condition.end + 1},
                    reach->empty() ? fmt::format("; ++{}", name) : fmt::format("; {} += {}", name, *reach));
  }
  return changes;
}

}  // namespace gridmark::repairs
