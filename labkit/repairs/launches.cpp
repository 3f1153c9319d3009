// The number of threads of a launch, its shared memory, and how often it runs.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "labkit/repairs/scene.h"

namespace gridmark::repairs {
namespace {

/// 0 for a word that is not a plain number.
int number(std::string_view word) {
  int value = 0;
  const auto read = std::from_chars(word.data(), word.data() + word.size(), value);
  return read.ec == std::errc() && read.ptr == word.data() + word.size() ? value : 0;
}

/// The word with the size of a block's side: the side itself, or the value of its constant.
Index number_of_side(const Code& code, Range side) {
  if (side.end != side.begin + 1) return none;
  if (number(code.at(side.begin)) > 0) return side.begin;
  const Range value = first_value(code, {0, code.size()}, code.at(side.begin));
  return value.end == value.begin + 1 && number(code.at(value.begin)) > 0 ? value.begin : none;
}

std::vector<Range> sides_of_block(const Code& code, const Function& host, Range block) {
  if (code.is(block.begin, "dim3")) return code.arguments(block.begin + 1);
  const auto declared = dim3_arguments(code, host.body, code.text(block));
  return declared.empty() ? std::vector{block} : declared;
}

/// Halves the largest numbers until their product fits in a block.
/// returns  whether they fit in the end
bool halve(const std::vector<Index>& sides, std::map<Index, int>& numbers) {
  constexpr int most_threads = 1024;
  const auto threads = [&] {
    long product = 1;
    for (const Index side : sides) product *= numbers[side];
    return product;
  };
  while (threads() > most_threads) {
    const auto largest = std::max_element(numbers.begin(), numbers.end(),
                                          [](const auto& a, const auto& b) { return a.second < b.second; });
    if (largest->second % 2 != 0) return false;
    largest->second /= 2;
  }
  return true;
}

/// Whether the number occurs elsewhere in the function or its kernel, where it may also mean the block.
bool stands_elsewhere(const Code& code, const Function& host, const Launch& launch, Index place) {
  const Function* kernel = code.function_named(code.at(launch.kernel));
  auto places = all_of(code, host.body, code.at(place));
  if (kernel != nullptr)
    for (const Index at : all_of(code, kernel->body, code.at(place))) places.push_back(at);
  return std::any_of(places.begin(), places.end(), [&](Index at) { return at != place; });
}

/// Two tiles of one shape in `extern __shared__`: `(*b_tile)[TILE] = a_tile + TILE`.
struct TwoTiles {
  std::string type, rows, columns;
};

/// `float(*name)[TILE] =`: the start of its value and the length of its rows.
struct TilePointer {
  Index name = 0;
  Range columns, value;
};

std::vector<TilePointer> tile_pointers(const Code& code, Range body) {
  std::vector<TilePointer> found;
  for (Index i = body.begin; i + 7 < body.end; ++i) {
    const bool declares = code.is(i, "(") && code.is(i + 1, "*") && code.is_name(i + 2) &&
                          code.is(i + 3, ")") && code.is(i + 4, "[") && code.partner(i + 4) != none;
    if (!declares || !code.is(code.partner(i + 4) + 1, "=")) continue;
    const Index equals = code.partner(i + 4) + 1;
    found.push_back({i + 2, {i + 5, equals - 1}, {equals + 1, code.behind_value(equals + 1)}});
  }
  return found;
}

std::optional<TwoTiles> two_tiles(const Code& code, Range body) {
  const Index shared = only_one(code, body, "__shared__");
  const auto tiles = tile_pointers(code, body);
  if (shared == none || !code.is(shared - 1, "extern") || tiles.size() != 2) return std::nullopt;
  const Range second = tiles[1].value;
  const bool behind_first = code.at(second.begin) == code.at(tiles[0].name) && code.is(second.begin + 1, "+");
  const bool at_start = code.find(tiles[0].value, code.at(shared + 2)) != tiles[0].value.end;
  if (!behind_first || !at_start || code.text(tiles[0].columns) != code.text(tiles[1].columns))
    return std::nullopt;
  return TwoTiles{std::string(code.at(shared + 1)), code.text({second.begin + 2, second.end}),
                  code.text(tiles[0].columns)};
}

/// The launch's argument for the parameter that the kernel compares its index with. Empty if there is none.
Range count_of_launch(const Code& code, const Launch& launch) {
  const Function* kernel = code.function_named(code.at(launch.kernel));
  if (kernel == nullptr || code.find(kernel->body, "blockIdx") == kernel->body.end) return {};
  const auto parameters = code.arguments(kernel->parameters.begin - 1),
             arguments = code.arguments(launch.words.end);
  for (std::size_t i = 0; i < std::min(parameters.size(), arguments.size()); ++i) {
    const std::string_view name = code.declared_name(parameters[i]);
    for (const Index at : all_of(code, kernel->body, name))
      if ((code.is(at - 1, ">=") || code.is(at - 1, "<")) && !is_pointer(code, parameters[i]))
        return arguments[i];
  }
  return {};
}

}  // namespace

/// Changes the numbers of the block at the line or of its constants, and returns an ignored error.
Changes fit_block(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  const auto launches = launches_in(code, words_of_line(code, scene.line));
  if (launches.size() != 1 || launches[0].settings.size() < 2 || scene.at_line == nullptr) return changes;
  std::vector<Index> sides;
  std::map<Index, int> numbers;
  for (const Range& side : sides_of_block(code, *scene.at_line, launches[0].settings[1])) {
    sides.push_back(number_of_side(code, side));
    if (sides.back() == none || stands_elsewhere(code, *scene.at_line, launches[0], sides.back()))
      return changes;
    numbers[sides.back()] = number(code.at(sides.back()));
  }
  if (!halve(sides, numbers)) return changes;
  for (const auto& [place, value] : numbers)
    if (value != number(code.at(place))) changes.replace({place, place + 1}, std::to_string(value));
  const Index back = last_return(code, *scene.at_line);
  if (!changes.empty() && code.is(back + 1, "cudaSuccess") && code.is(back + 2, ";"))
    changes.replace({back + 1, back + 2}, "cudaGetLastError()");
  return changes;
}

/// Adds the third launch setting, for two tiles of one shape.
Changes ask_for_shared_memory(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  const auto launch = only_launch(scene);
  const auto tiles = scene.at_line == nullptr ? std::nullopt : two_tiles(code, scene.at_line->body);
  if (!launch || !tiles) return changes;
  const std::string bytes = fmt::format("2 * {} * {} * sizeof({})", tiles->rows, tiles->columns, tiles->type);
  if (launch->settings.size() == 2)
    changes.replace(launch->settings[1], code.text(launch->settings[1]) + ", " + bytes);
  else if (code.text(launch->settings[2]) == "0")
    changes.replace(launch->settings[2], bytes);
  return changes;
}

/// Inserts the call in front of the launch at the line.
Changes raise_shared_memory(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  const auto launches = launches_in(code, words_of_line(code, scene.line));
  if (launches.size() != 1 || launches[0].settings.size() < 3 || !starts_a_line(code, scene.line))
    return changes;
  changes.add_line(scene.line - 1,
                   fmt::format("cudaFuncSetAttribute({}, cudaFuncAttributeMaxDynamicSharedMemorySize, {});",
                               code.text({launches[0].kernel, launches[0].words.begin}),
                               code.text(launches[0].settings[2])));
  return changes;
}

/// Fixes <<<1, threads>>> for a kernel whose index ends at a parameter.
Changes cover_all(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  for (const Launch& launch : launches_in(code, {0, code.size()})) {
    if (launch.settings.size() < 2 || code.text(launch.settings[0]) != "1") continue;
    const Range count = count_of_launch(code, launch);
    if (count.empty() || !changes.empty()) return Changes(code);
    changes.replace(launch.settings[0], fmt::format("static_cast<unsigned>(({0} + {1} - 1) / {1})",
                                                    code.text(count), code.text(launch.settings[1])));
  }
  return changes;
}

/// Repeats the only launch of a function that does not use its parameter `steps`.
Changes launch_each_step(const Scene& scene) {
  Changes changes(scene.code);
  const Code& code = scene.code;
  if (scene.called == nullptr || parameter_named(code, *scene.called, "steps").empty()) return changes;
  const auto launch = only_launch(scene);
  if (!launch || host_of(scene) != scene.called) return changes;
  for (const LoopHead& loop : loops_in(code, scene.called->body))
    if (loop.body.contains(launch->kernel)) return changes;
  const Index end = code.partner(launch->words.end);
  if (code.statement_around(launch->kernel).begin != launch->kernel ||
      code.line(end) != code.line(launch->kernel))
    return changes;
  changes.replace({launch->kernel, launch->kernel + 1},
                  fmt::format("for (int step = 0; step < steps; ++step) {}", code.at(launch->kernel)));
  return changes;
}

}  // namespace gridmark::repairs
