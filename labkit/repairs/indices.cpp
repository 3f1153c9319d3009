// Elements of the operands and the result of a product: array[row * length + column].
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>

#include "labkit/repairs/scene.h"

namespace gridmark::repairs {
namespace {

bool is_same_name(std::string_view one, std::string_view other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); });
}

/// The only element of a matrix in the function at the line.
std::vector<Subscript> only_subscript_of(const Scene& scene, std::string_view matrix) {
  if (scene.at_line == nullptr || matrix.empty()) return {};
  const std::string_view array = own_name(scene.code, *scene.at_line, matrix);
  std::vector<Subscript> found;
  for (const Subscript& one : subscripts_in(scene.code, scene.at_line->body))
    if (scene.code.is(one.name, array)) found.push_back(one);
  return found.size() == 1 ? found : std::vector<Subscript>{};
}

std::vector<Subscript> only_subscript(const Scene& scene) { return only_subscript_of(scene, scene.array); }

/// The text of the range, in brackets if it is a sum.
std::string as_factor(const Code& code, Range range) {
  const std::string text = code.text(range);
  const bool is_plain = code.behind_operand(range.begin) == range.end;
  return is_plain ? text : "(" + text + ")";
}

/// The start of the tile in the loop around the word: a variable that counts elements or tiles.
std::string tile_start(const Scene& scene, Index word) {
  for (const LoopHead& loop : loops_in(scene.code, scene.at_line->body)) {
    if (!loop.body.contains(word)) continue;
    const std::string name(scene.code.declared_name(loop.begin));
    const Index step = scene.code.find(loop.step, "+=");
    if (step != loop.step.end) return name;
    const Index slash = scene.code.find(loop.condition, "/");
    if (slash + 1 < loop.condition.end)
      return fmt::format("{} * {}", name, scene.code.text({slash + 1, loop.condition.end}));
  }
  return "";
}

/// Whether the function compares the variable anywhere.
bool is_compared(const Code& code, Range body, std::string_view name) {
  for (Index i = body.begin + 1; i + 1 < body.end; ++i) {
    if (!code.is(i, name)) continue;
    for (const std::string_view sign : {"<", ">", "<=", ">=", "==", "!="})
      if (code.is(i - 1, sign) || code.is(i + 1, sign)) return true;
  }
  return false;
}

/// `c[row * n + col] = ` with plain variables that are never compared, in a kernel without barriers.
std::optional<Subscript> unchecked_store(const Scene& scene) {
  const Code& code = scene.code;
  const Range body = scene.at_line->body;
  if (code.find(body, "__syncthreads") != body.end) return std::nullopt;
  for (const Subscript& one : subscripts_in(code, body)) {
    const bool is_store = code.is(one.column.end + 1, "=") || code.is(one.column.end + 1, "+=");
    const bool is_plain = one.row.end == one.row.begin + 1 && one.column.end == one.column.begin + 1;
    if (!is_store || !is_plain || !code.is(one.name, own_name(code, *scene.at_line, "c"))) continue;
    const bool checked =
        is_compared(code, body, code.at(one.row.begin)) || is_compared(code, body, code.at(one.column.begin));
    return checked ? std::nullopt : std::optional(one);
  }
  return std::nullopt;
}

}  // namespace

std::string_view own_name(const Code& code, const Function& function, std::string_view name) {
  const bool is_matrix = name == "a" || name == "b" || name == "c";
  std::vector<std::string_view> of_kind;
  for (const Range& one : code.arguments(function.parameters.begin - 1)) {
    if (is_same_name(code.declared_name(one), name)) return code.declared_name(one);
    const bool is_pointer = code.find(one, "*") != one.end;
    if (is_pointer == is_matrix) of_kind.push_back(code.declared_name(one));
  }
  constexpr std::string_view matrices = "abc", sizes = "mnk";
  const std::size_t place = (is_matrix ? matrices : sizes).find(name);
  return of_kind.size() == 3 && place < 3 ? of_kind[place] : "";
}

Range first_value(const Code& code, Range body, std::string_view name) {
  for (Index i = body.begin; i + 1 < body.end; ++i)
    if (code.is(i, name) && code.is(i + 1, "=")) return {i + 2, code.behind_value(i + 2)};
  return {};
}

/// Inserts the check behind the line that sets row and column.
Changes check_bounds(const Scene& scene) {
  Changes changes(scene.code);
  const auto store = scene.at_line == nullptr ? std::nullopt : unchecked_store(scene);
  if (!store) return changes;
  const Code& code = scene.code;
  const std::string_view rows = own_name(code, *scene.at_line, "m"),
                         columns = own_name(code, *scene.at_line, "n");
  const std::string row = code.text(store->row), column = code.text(store->column);
  const Range row_value = first_value(code, scene.at_line->body, row),
              column_value = first_value(code, scene.at_line->body, column);
  if (rows.empty() || columns.empty() || row_value.empty() || column_value.empty()) return changes;
  if (code.text(store->stride) != columns) return changes;
  changes.add_line(std::max(code.line(row_value.end), code.line(column_value.end)),
                   fmt::format("if ({} >= {} || {} >= {}) return;", row, rows, column, columns));
  return changes;
}

Changes set_row_length(const Scene& scene) {
  Changes changes(scene.code);
  for (const Subscript& one : only_subscript(scene)) {
    const std::string length(own_name(scene.code, *scene.at_line, scene.length));
    if (!length.empty() && scene.code.text(one.stride) != length) changes.replace(one.stride, length);
  }
  return changes;
}

/// Swaps the names of a and b.
Changes swap_operands(const Scene& scene) {
  Changes changes(scene.code);
  const auto a = only_subscript_of(scene, "a"), b = only_subscript_of(scene, "b");
  if (a.empty() || b.empty()) return changes;
  const std::string first(scene.code.at(a[0].name)), second(scene.code.at(b[0].name));
  changes.replace({a[0].name, a[0].name + 1}, second);
  changes.replace({b[0].name, b[0].name + 1}, first);
  return changes;
}

/// Changes the only row of the line, if all other rows of the kernel have the same length.
Changes match_row_length(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  const auto here = subscripts_in(code, words_of_line(code, scene.line));
  if (scene.at_line == nullptr || here.size() != 1) return changes;
  std::set<std::string> lengths;
  for (const Subscript& one : subscripts_in(code, scene.at_line->body))
    if (one.name != here[0].name) lengths.insert(code.text(one.stride));
  if (lengths.size() == 1 && !lengths.contains(code.text(here[0].stride)))
    changes.replace(here[0].stride, *lengths.begin());
  return changes;
}

Changes transpose_index(const Scene& scene) {
  Changes changes(scene.code);
  for (const Subscript& one : only_subscript(scene)) {
    const std::string length(own_name(scene.code, *scene.at_line, scene.length));
    if (length.empty()) return changes;
    changes.replace(
        {one.row.begin, one.column.end},
        fmt::format("{} * {} + {}", as_factor(scene.code, one.column), length, scene.code.text(one.row)));
  }
  return changes;
}

/// Adds the tile's start along k: to the row of b or the column of a.
Changes add_tile_start(const Scene& scene) {
  Changes changes(scene.code);
  for (const Subscript& one : only_subscript(scene)) {
    const std::string start = tile_start(scene, one.name);
    if (start.empty()) return changes;
    const Range along = scene.array == "b" ? one.row : one.column;
    const std::string sum = fmt::format("{} + {}", start, scene.code.text(along));
    changes.replace(along, scene.array == "b" ? "(" + sum + ")" : sum);
  }
  return changes;
}

}  // namespace gridmark::repairs
