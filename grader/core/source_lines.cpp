#include "grader/core/source_lines.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string_view>

#include "base/utf8.h"

namespace gridmark {
namespace {

constexpr std::size_t most_lines = 400;
constexpr std::size_t most_line_bytes = 200;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace

std::vector<SourceLines> lines_around(const std::vector<Place>& places,
                                      const std::map<std::string, std::string>& sources, int around) {
  std::map<std::string, std::set<int>> wanted;
  for (const Place& place : places)
    if (place.line > 0 && sources.contains(place.file))
      for (int line = std::max(1, place.line - around); line <= place.line + around; ++line)
        wanted[place.file].insert(line);
  std::vector<SourceLines> kept;
  std::size_t left = most_lines;
  for (const auto& [file, numbers] : wanted) {
    const auto lines = lines_of(sources.at(file));
    int last = -1;
    for (const int number : numbers) {
      if (static_cast<std::size_t>(number) > lines.size() || left == 0) break;
      --left;
      if (number != last + 1 || last < 0) kept.push_back({file, number, {}});
      kept.back().lines.emplace_back(clipped(lines[static_cast<std::size_t>(number) - 1], most_line_bytes));
      last = number;
    }
  }
  return kept;
}

std::vector<SourceLines> lines_near(const std::vector<SourceLines>& kept, const std::vector<Place>& places,
                                    int around) {
  std::vector<SourceLines> near;
  for (const SourceLines& part : kept) {
    int last = -1;
    for (std::size_t i = 0; i < part.lines.size(); ++i) {
      const int number = part.first + static_cast<int>(i);
      if (std::none_of(places.begin(), places.end(), [&](const Place& place) {
            return place.file == part.file && std::abs(place.line - number) <= around;
          }))
        continue;
      if (number != last + 1 || last < 0) near.push_back({part.file, number, {}});
      near.back().lines.push_back(part.lines[i]);
      last = number;
    }
  }
  return near;
}

SourceLines lines_at(const std::vector<SourceLines>& kept, const Place& place, int around) {
  for (const SourceLines& part : kept) {
    const int end = part.first + static_cast<int>(part.lines.size());
    if (part.file != place.file || place.line < part.first || place.line >= end) continue;
    const int from = std::max(part.first, place.line - around), to = std::min(end, place.line + around + 1);
    return {
        part.file, from, {part.lines.begin() + (from - part.first), part.lines.begin() + (to - part.first)}};
  }
  return {place.file, place.line, {}};
}

}  // namespace gridmark
