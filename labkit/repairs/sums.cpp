// Sums of threads, and the tiles that they read.
#include <fmt/format.h>

#include <optional>
#include <set>

#include "labkit/repairs/scene.h"

namespace gridmark::repairs {
namespace {

/// Whether the word starts `name = ...` or `type name...`.
bool starts_statement(const Code& code, Index word) {
  return code.is(word - 1, ";") || code.is(word - 1, "{") || code.is(word - 1, "}");
}

/// Names that the function adds to.
std::set<std::string_view> sums_of(const Code& code, Range body) {
  std::set<std::string_view> found;
  for (Index i = body.begin + 1; i < body.end; ++i) {
    if (!code.is(i, "+=")) continue;
    Index first = code.start_of_operand(i - 1);
    if (code.is_name(first)) found.insert(code.at(first));
  }
  return found;
}

bool is_type(std::string_view word) {
  static const std::set<std::string_view> all = {"int",   "float", "long",   "unsigned",
                                                 "short", "auto",  "size_t", "double"};
  return all.contains(word);
}

/// Declarations `type name` of sums in the function.
std::vector<Index> declared_sums(const Code& code, Range body) {
  const auto sums = sums_of(code, body);
  std::vector<Index> found;
  for (Index i = body.begin; i + 1 < body.end; ++i)
    if (is_type(code.at(i)) && sums.contains(code.at(i + 1)) && !code.is(i - 1, "__shared__"))
      found.push_back(i);
  return found;
}

/// `if (condition) name[y][x] = value;` of a shared array.
struct GuardedStore {
  Range statement, condition, target, value;
};

std::optional<GuardedStore> guarded_store(const Code& code, Index word) {
  if (!code.is(word, "if") || !code.is(word + 1, "(") || code.partner(word + 1) == none) return std::nullopt;
  const Range condition{word + 2, code.partner(word + 1)};
  const Index target = condition.end + 1, equals = code.behind_operand(target);
  if (equals == none || !code.is(equals, "=") || !code.is(target + 1, "[")) return std::nullopt;
  const Index end = code.find({equals, code.size()}, ";");
  if (code.is(end + 1, "else")) return std::nullopt;
  return GuardedStore{{word, end}, condition, {target, equals}, {equals + 1, end}};
}

bool is_shared(const Code& code, Range body, std::string_view name) {
  for (Index i = body.begin; i + 2 < body.end; ++i)
    if (code.is(i, "__shared__") && code.is(i + 2, name)) return true;
  return false;
}

}  // namespace

Changes make_sum_float(const Scene& scene) {
  Changes changes(scene.code);
  if (scene.at_line == nullptr) return changes;
  std::vector<Index> whole;
  for (const Index type : declared_sums(scene.code, scene.at_line->body))
    if (scene.code.is(type, "int") || scene.code.is(type, "long") || scene.code.is(type, "unsigned"))
      whole.push_back(type);
  if (whole.size() == 1) changes.replace({whole.front(), whole.front() + 1}, "float");
  return changes;
}

/// Removes a statement `sum = 0;` inside a loop that adds to the sum.
Changes keep_sum(const Scene& scene) {
  Changes changes(scene.code);
  if (scene.at_line == nullptr) return changes;
  const Code& code = scene.code;
  std::set<Index> resets;
  for (const LoopHead& loop : loops_in(code, scene.at_line->body)) {
    const auto sums = sums_of(code, loop.body);
    for (Index i = loop.body.begin + 1; i + 3 < loop.body.end; ++i)
      if (sums.contains(code.at(i)) && starts_statement(code, i) && code.is(i + 1, "=") &&
          code.is(i + 3, ";"))
        resets.insert(i);
  }
  if (resets.size() == 1) changes.replace({*resets.begin(), *resets.begin() + 4}, "");
  return changes;
}

Changes set_sums(const Scene& scene) {
  Changes changes(scene.code);
  if (scene.at_line == nullptr) return changes;
  const Code& code = scene.code;
  for (const Index type : declared_sums(code, scene.at_line->body)) {
    const Index end = code.behind_operand(type + 1);
    if (end == none || !code.is(end, ";")) continue;
    changes.replace({end - 1, end},
                    std::string(code.at(end - 1)) + (code.is(end - 1, "]") ? " = {}" : " = 0"));
  }
  return changes;
}

/// Replaces atomicAdd(&c[i], sum) or c[i] += sum at the line. In a loop, the line that sets it to 0 must come
/// first.
Changes store_sum(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  const Range line = words_of_line(code, scene.line);
  for (Index i = line.begin; i < line.end; ++i) {
    if (code.is(i, "atomicAdd") && code.is(i + 2, "&")) {
      const auto arguments = code.arguments(i + 1);
      if (arguments.size() != 2) return changes;
      const Range target{arguments[0].begin + 1, arguments[0].end};
      changes.replace({i, code.partner(i + 1) + 1}, code.text(target) + " = " + code.text(arguments[1]));
      return changes;
    }
    if (!code.is(i, "+=") || !code.is(i - 1, "]")) continue;
    const std::string target = code.text({code.start_of_operand(i - 1), i});
    if (code.is(line.begin, "for"))
      changes.add_line(scene.line - 1, target + " = 0;");
    else
      changes.replace({i, i + 1}, "=");
    return changes;
  }
  return changes;
}

/// Fixes sum[x][y] += if other places use sum[y][x].
Changes transpose_sums(const Scene& scene) {
  Changes changes(scene.code);
  if (scene.at_line == nullptr) return changes;
  const Code& code = scene.code;
  for (Index i = scene.at_line->body.begin; i + 6 < scene.at_line->body.end; ++i) {
    const bool added = code.is_name(i) && code.is(i + 1, "[") && code.is(i + 3, "]") && code.is(i + 4, "[") &&
                       code.is(i + 6, "]") && code.is(i + 7, "+=");
    if (!added || code.at(i + 2) == code.at(i + 5)) continue;
    if (!changes.empty()) return Changes(code);
    changes.replace({i + 2, i + 3}, std::string(code.at(i + 5)));
    changes.replace({i + 5, i + 6}, std::string(code.at(i + 2)));
  }
  return changes;
}

/// sum += p[..][..] * q[..][..] -> sum += q[..][..] * p[..][..]
Changes swap_tiles(const Scene& scene) {
  Changes changes(scene.code);
  if (scene.at_line == nullptr) return changes;
  const Code& code = scene.code;
  for (Index i = scene.at_line->body.begin; i < scene.at_line->body.end; ++i) {
    if (!code.is(i, "+=") || !code.is(i + 2, "[")) continue;
    const Index times = code.behind_operand(i + 1);
    if (times == none || !code.is(times, "*") || !code.is(times + 2, "[")) continue;
    if (!changes.empty()) return Changes(code);
    changes.replace({i + 1, i + 2}, std::string(code.at(times + 1)));
    changes.replace({times + 1, times + 2}, std::string(code.at(i + 1)));
  }
  return changes;
}

Changes empty_tiles(const Scene& scene) {
  Changes changes(scene.code);
  if (scene.at_line == nullptr) return changes;
  const Code& code = scene.code;
  for (Index i = scene.at_line->body.begin; i < scene.at_line->body.end; ++i) {
    const auto store = guarded_store(code, i);
    if (!store || !is_shared(code, scene.at_line->body, code.at(store->target.begin))) continue;
    changes.replace(store->statement, fmt::format("{} = {} ? {} : 0", code.text(store->target),
                                                  code.text(store->condition), code.text(store->value)));
  }
  return changes;
}

}  // namespace gridmark::repairs
