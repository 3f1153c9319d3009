// Grids, blocks and their indices in a kernel.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "labkit/repairs/scene.h"

namespace gridmark::repairs {
namespace {

/// a / b -> (a + b - 1) / b, unless a already rounds up.
bool round_up(const Code& code, Index slash, Changes& changes) {
  const Index first = code.start_of_operand(slash - 1), end = code.behind_operand(slash + 1);
  if (end == none || code.is(first, "(")) return false;
  const std::string size = code.text({first, slash}), each = code.text({slash + 1, end});
  changes.replace({first, slash}, fmt::format("({} + {} - 1)", size, each));
  return true;
}

bool round_up_all(const Code& code, Range range, Changes& changes) {
  bool found = false;
  for (Index i = range.begin + 1; i < range.end; ++i)
    if (code.is(i, "/")) found |= round_up(code, i, changes);
  return found;
}

/// A statement that makes a dim3, a number of blocks or a launch.
bool makes_grid(const Code& code, Range statement) {
  for (Index i = statement.begin; i < statement.end; ++i)
    if (code.is(i, "dim3") || code.is(i, "<<<")) return true;
  const std::string_view first =
      code.is(statement.begin, "const") ? code.at(statement.begin + 1) : code.at(statement.begin);
  return first == "int" || first == "unsigned" || first == "auto" || first == "size_t";
}

/// Place of the component of `word` if it differs from the component of the other two. `none` if all agree or
/// one occurs twice.
Index odd_component(const Code& code, Range value, std::string_view word) {
  Index odd = none, other = none;
  for (Index i = value.begin; i + 2 < value.end; ++i) {
    const bool is_index = code.is(i, "blockIdx") || code.is(i, "threadIdx") || code.is(i, "blockDim");
    if (!is_index) continue;
    if (code.is(i, word) && odd != none) return none;
    (code.is(i, word) ? odd : other) = i + 2;
  }
  return odd == none || other == none || code.at(odd) == code.at(other) ? none : odd;
}

/// The component that the other two have.
std::string component_beside(const Code& code, Range value, std::string_view word) {
  for (Index i = value.begin; i + 2 < value.end; ++i)
    if ((code.is(i, "blockIdx") || code.is(i, "threadIdx")) && !code.is(i, word))
      return std::string(code.at(i + 2));
  return "";
}

/// The dimension of the grid for the rows or columns of c, 0 for x. `none` if that is unclear.
Index dimension_of(const Scene& scene, std::string_view what) {
  const Code& code = scene.code;
  const std::string_view c = own_name(code, *scene.at_line, "c");
  for (const Subscript& one : subscripts_in(code, scene.at_line->body)) {
    if (!code.is(one.name, c)) continue;
    const std::string index = code.text(what == "rows" ? one.row : one.column);
    const Range value = first_value(code, scene.at_line->body, index);
    for (Index i = value.begin; i + 2 < value.end; ++i)
      if (code.is(i, "blockIdx")) return code.is(i + 2, "x") ? 0 : code.is(i + 2, "y") ? 1 : none;
  }
  return none;
}

}  // namespace

const Function* host_of(const Scene& scene) {
  if (scene.called != nullptr && !launches_in(scene.code, scene.called->body).empty()) return scene.called;
  const Function* found = nullptr;
  for (const Function& one : scene.code.functions()) {
    if (launches_in(scene.code, one.body).empty()) continue;
    if (found != nullptr) return nullptr;
    found = &one;
  }
  return found;
}

std::vector<Range> dim3_arguments(const Code& code, Range body, std::string_view name) {
  for (Index i = body.begin; i + 2 < body.end; ++i)
    if (code.is(i, "dim3") && code.at(i + 1) == name) return code.arguments(i + 2);
  return {};
}

std::optional<Launch> only_launch(const Scene& scene) {
  const Function* host = host_of(scene);
  if (host == nullptr) return std::nullopt;
  const auto launches = launches_in(scene.code, host->body);
  if (launches.size() != 1 || launches.front().settings.size() < 2) return std::nullopt;
  return launches.front();
}

Changes round_up_blocks(const Scene& scene) {
  Changes changes(scene.code);
  const Function* host = host_of(scene);
  if (host == nullptr) return changes;
  for (Index i = host->body.begin; i < host->body.end; ++i) {
    if (!scene.code.is(i, "/")) continue;
    if (makes_grid(scene.code, scene.code.statement_around(i))) round_up(scene.code, i, changes);
  }
  return changes;
}

Changes round_up_tiles(const Scene& scene) {
  Changes changes(scene.code);
  if (scene.at_line == nullptr) return changes;
  const Code& code = scene.code;
  for (const LoopHead& loop : loops_in(code, scene.at_line->body)) {
    if (round_up_all(code, loop.condition, changes)) return changes;
    // start + TILE <= k
    const Index plus = code.find(loop.condition, "+"), bound = code.find(loop.condition, "<=");
    if (plus + 1 >= bound || bound + 1 >= loop.condition.end) continue;
    changes.replace({plus, bound + 1}, "<");
    return changes;
  }
  for (Index i = scene.at_line->body.begin; i < scene.at_line->body.end; ++i)
    if (code.is(i, "/") && makes_grid(code, code.statement_around(i))) round_up(code, i, changes);
  return changes;
}

Changes match_component(const Scene& scene) {
  Changes changes(scene.code);
  if (scene.at_line == nullptr) return changes;
  for (Index i = scene.at_line->body.begin; i < scene.at_line->body.end; ++i) {
    if (!scene.code.is(i, "=")) continue;
    const Range value{i + 1, scene.code.behind_value(i + 1)};
    const Index odd = odd_component(scene.code, value, scene.array);
    if (odd == none) continue;
    if (!changes.empty()) return Changes(scene.code);
    changes.replace({odd, odd + 1}, component_beside(scene.code, value, scene.array));
  }
  return changes;
}

Changes swap_grid(const Scene& scene) {
  Changes changes(scene.code);
  const auto launch = only_launch(scene);
  if (!launch) return changes;
  const auto sides = dim3_arguments(scene.code, host_of(scene)->body, scene.code.text(launch->settings[0]));
  if (sides.size() < 2) return changes;
  changes.replace(sides[0], scene.code.text(sides[1]));
  changes.replace(sides[1], scene.code.text(sides[0]));
  return changes;
}

/// The number of blocks for the rows or columns, by scene.array, from the size scene.length.
Changes size_grid(const Scene& scene) {
  Changes changes(scene.code);
  const auto launch = only_launch(scene);
  if (!launch || scene.at_line == nullptr) return changes;
  const Code& code = scene.code;
  const Index dimension = dimension_of(scene, scene.array);
  const auto sides = dim3_arguments(code, host_of(scene)->body, code.text(launch->settings[0]));
  if (dimension >= sides.size()) return changes;
  const std::string right(own_name(code, *host_of(scene), scene.length));
  for (const char* size : {"m", "n", "k"}) {
    const std::string_view wrong = own_name(code, *host_of(scene), size);
    const Index at = code.find(sides[dimension], wrong);
    if (!wrong.empty() && wrong != right && !right.empty() && at != sides[dimension].end)
      changes.replace({at, at + 1}, right);
  }
  return changes;
}

Changes swap_grid_and_block(const Scene& scene) {
  Changes changes(scene.code);
  const auto launch = only_launch(scene);
  if (!launch) return changes;
  changes.replace(launch->settings[0], scene.code.text(launch->settings[1]));
  changes.replace(launch->settings[1], scene.code.text(launch->settings[0]));
  return changes;
}

/// Passes the stream to the launch or the asynchronous call at the line.
Changes use_stream(const Scene& scene) {
  Changes changes(scene.code);
  if (scene.at_line == nullptr) return changes;
  const Code& code = scene.code;
  std::string_view stream;
  for (const Range& one : code.arguments(scene.at_line->parameters.begin - 1))
    if (code.find(one, "cudaStream_t") != one.end) stream = code.declared_name(one);
  if (stream.empty()) return changes;
  const Range line = words_of_line(code, scene.line);
  for (const Launch& launch : launches_in(code, line)) {
    const char* const bytes = launch.settings.size() == 2 ? ", 0, " : ", ";
    if (launch.settings.size() == 2 || launch.settings.size() == 3)
      changes.replace(launch.settings.back(),
                      code.text(launch.settings.back()) + bytes + std::string(stream));
  }
  for (Index i = line.begin; i + 1 < line.end; ++i) {
    if (!code.at(i).starts_with("cuda") || !code.at(i).ends_with("Async") || !code.is(i + 1, "(")) continue;
    const auto arguments = code.arguments(i + 1);
    if (!arguments.empty())
      changes.replace(arguments.back(), code.text(arguments.back()) + ", " + std::string(stream));
  }
  return changes;
}

}  // namespace gridmark::repairs
