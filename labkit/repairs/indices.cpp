// Elements of the operands and of the result of a product: array[row * length + column].
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "labkit/repairs/scene.h"

namespace gridmark::repairs {
namespace {

bool is_same_name(std::string_view one, std::string_view other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); });
}

/// What the kernel calls the matrix or the size that the handout calls `name`: a, b, c or m, n, k. By its
/// name, else by its place among three of its kind; "" where it is neither.
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

/// The only element of that matrix that the function at the line names.
std::vector<Subscript> only_subscript(const Scene& scene) {
  if (scene.at_line == nullptr || scene.array.empty()) return {};
  const std::string_view array = own_name(scene.code, *scene.at_line, scene.array);
  std::vector<Subscript> found;
  for (const Subscript& one : subscripts_in(scene.code, scene.at_line->body))
    if (scene.code.is(one.name, array)) found.push_back(one);
  return found.size() == 1 ? found : std::vector<Subscript>{};
}

/// In brackets where it is a sum.
std::string as_factor(const Code& code, Range range) {
  const std::string text = code.text(range);
  const bool is_plain = code.behind_operand(range.begin) == range.end;
  return is_plain ? text : "(" + text + ")";
}

/// The start of the tile in the loop around: its variable, which counts elements or tiles.
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

}  // namespace

Changes set_row_length(const Scene& scene) {
  Changes changes(scene.code);
  for (const Subscript& one : only_subscript(scene)) {
    const std::string length(own_name(scene.code, *scene.at_line, scene.length));
    if (!length.empty() && scene.code.text(one.stride) != length) changes.replace(one.stride, length);
  }
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

/// Along k: the row of b, the column of a.
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
