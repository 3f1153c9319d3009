#include "grader/report/source_excerpt.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "grader/report/text.h"

namespace gridmark::report {
namespace {

/// Line `number` (from 1) of `text`, or nothing.
std::optional<std::string_view> line_of(std::string_view text, int number) {
  for (; number > 1; --number) {
    const std::size_t end = text.find('\n');
    if (end == text.npos) return std::nullopt;
    text.remove_prefix(end + 1);
  }
  if (text.empty()) return std::nullopt;
  return text.substr(0, text.find('\n'));
}

}  // namespace

std::vector<std::string> source_excerpt(const std::map<std::string, std::string>& sources, const Place& place,
                                        int around) {
  const auto file = sources.find(place.file);
  if (file == sources.end() || place.line < 1 || !line_of(file->second, place.line)) return {};
  std::vector<std::string> lines;
  for (int number = std::max(1, place.line - around); number <= place.line + around; ++number) {
    const auto text = line_of(file->second, number);
    if (!text) break;
    const std::vector<std::string> shown = printable_lines(*text, 1);
    lines.push_back(fmt::format("{} {:>4} | {}", number == place.line ? ">" : " ", number,
                                shown.empty() ? "" : shown.front()));
  }
  return lines;
}

}  // namespace gridmark::report
