#include "labkit/repairs/scene.h"

namespace gridmark::repairs {

Range body_behind(const Code& code, Index first) {
  if (code.is(first, "{") && code.partner(first) != none) return {first, code.partner(first) + 1};
  Index i = first;
  while (i < code.size() && !code.is(i, ";")) {
    if (i > first && code.is(i, "{") && code.is(i - 1, ")") && code.partner(i) != none)
      return {first, code.partner(i) + 1};
    i = code.partner(i) != none && code.partner(i) > i ? code.partner(i) + 1 : i + 1;
  }
  return {first, std::min(i + 1, code.size())};
}

std::vector<LoopHead> loops_in(const Code& code, Range range) {
  std::vector<LoopHead> found;
  for (Index i = range.begin; i + 1 < range.end; ++i) {
    if (!code.is(i, "for") || !code.is(i + 1, "(") || code.partner(i + 1) == none) continue;
    const Range head{i + 2, code.partner(i + 1)};
    const Index first = code.find(head, ";"), second = code.find({first + 1, head.end}, ";");
    if (second >= head.end) continue;  // a range-based for
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

std::vector<Index> all_of(const Code& code, Range range, std::string_view word) {
  std::vector<Index> found;
  for (Index i = range.begin; i < range.end; ++i)
    if (code.is(i, word)) found.push_back(i);
  return found;
}

Index only_one(const Code& code, Range range, std::string_view word) {
  const auto found = all_of(code, range, word);
  return found.size() == 1 ? found.front() : none;
}

std::string_view last_name(const Code& code, Range operand) {
  std::string_view found;
  for (Index i = operand.begin; i < operand.end; ++i)
    if (code.is_name(i)) found = code.at(i);
  return found;
}

bool starts_a_line(const Code& code, int line) {
  const Range words = words_of_line(code, line);
  if (words.empty() || words.begin == 0) return false;
  return code.is(words.begin - 1, ";") || code.is(words.begin - 1, "{") || code.is(words.begin - 1, "}");
}

Range struct_around(const Code& code, Index word) {
  Range found;
  for (Index i = 2; i < word; ++i) {
    const bool is_type = code.is(i - 2, "struct") || code.is(i - 2, "class");
    if (is_type && code.is(i, "{") && code.partner(i) != none && code.partner(i) > word)
      found = {i, code.partner(i) + 1};
  }
  return found;
}

bool is_of_thread(const Code& code, Range body, Range value) {
  if (code.find(value, "threadIdx") != value.end) return true;
  for (Index i = value.begin; i < value.end; ++i) {
    const Range made = code.is_name(i) ? first_value(code, body, code.at(i)) : Range{};
    if (code.find(made, "threadIdx") != made.end) return true;
  }
  return false;
}

std::vector<std::string_view> allocated_in(const Code& code, Range range) {
  std::vector<std::string_view> found;
  for (Index i = range.begin; i + 3 < range.end; ++i) {
    if (code.is(i, "cudaMalloc") && code.is(i + 2, "&") && code.is(i + 4, ","))
      found.push_back(code.at(i + 3));
    if (!code.is(i, ":") || !code.is(i + 1, "{") || !code.is(i + 2, "&")) continue;
    const Range loop = body_behind(code, code.partner(i + 1) + 2);
    if (code.find(loop, "cudaMalloc") == loop.end) continue;
    for (const Range& one : code.arguments(i + 1)) found.push_back(last_name(code, one));
  }
  return found;
}

}  // namespace gridmark::repairs
