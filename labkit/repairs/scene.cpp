#include "labkit/repairs/scene.h"

namespace gridmark::repairs {
namespace {

/// A block with its brackets, or a statement with its semicolon; loops without braces end with their
/// statement.
Range body_behind(const Code& code, Index first) {
  if (code.is(first, "{") && code.partner(first) != none) return {first, code.partner(first) + 1};
  Index i = first;
  while (i < code.size() && !code.is(i, ";"))
    i = code.partner(i) != none && code.partner(i) > i ? code.partner(i) + 1 : i + 1;
  return {first, std::min(i + 1, code.size())};
}

}  // namespace

std::vector<LoopHead> loops_in(const Code& code, Range range) {
  std::vector<LoopHead> found;
  for (Index i = range.begin; i + 1 < range.end; ++i) {
    if (!code.is(i, "for") || !code.is(i + 1, "(") || code.partner(i + 1) == none) continue;
    const Range head{i + 2, code.partner(i + 1)};
    const Index first = code.find(head, ";"), second = code.find({first + 1, head.end}, ";");
    if (second >= head.end) continue;  // over a range
    found.push_back(
        {{head.begin, first}, {first + 1, second}, {second + 1, head.end}, body_behind(code, head.end + 1)});
  }
  return found;
}

std::vector<Subscript> subscripts_in(const Code& code, Range range) {
  std::vector<Subscript> found;
  for (Index i = range.begin; i + 1 < range.end; ++i) {
    if (!code.is_name(i) || !code.is(i + 1, "[") || code.partner(i + 1) == none) continue;
    const Index close = code.partner(i + 1), times = code.behind_operand(i + 2);
    if (times == none || !code.is(times, "*")) continue;
    const Index plus = code.behind_operand(times + 1);
    if (plus == none || !code.is(plus, "+") || plus + 1 >= close) continue;
    found.push_back({i, {i + 2, times}, {times + 1, plus}, {plus + 1, close}});
  }
  return found;
}

Range words_of_line(const Code& code, int line) {
  Range found{0, 0};
  while (found.begin < code.size() && code.line(found.begin) < line) ++found.begin;
  found.end = found.begin;
  while (found.end < code.size() && code.line(found.end) == line) ++found.end;
  return found;
}

std::vector<Launch> launches_in(const Code& code, Range range) {
  std::vector<Launch> found;
  for (Index i = range.begin + 1; i < range.end; ++i) {
    if (!code.is(i, "<<<")) continue;
    Launch launch{code.start_of_operand(i - 1), {i, i}, {}};
    Index begin = i + 1, at = begin;
    for (; at < range.end && !code.is(at, ">>>"); ++at) {
      if (code.partner(at) != none && code.partner(at) > at)
        at = code.partner(at);
      else if (code.is(at, ","))
        launch.settings.push_back({begin, at}), begin = at + 1;
    }
    launch.settings.push_back({begin, at});
    launch.words.end = std::min(at + 1, code.size());
    found.push_back(launch);
  }
  return found;
}

}  // namespace gridmark::repairs
