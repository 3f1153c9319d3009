#include "grader/compile/left_main.h"

#include <algorithm>

namespace gridmark::compile {
namespace {

/// The line at `begin`. Moves `begin` to the start of the next one.
std::string_view next_line(std::string_view text, std::size_t& begin) {
  const std::size_t end = std::min(text.find('\n', begin), text.size());
  std::string_view line = text.substr(begin, end - begin);
  begin = std::min(end + 1, text.size());
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace

std::vector<Fix> removed_main(std::string_view text, const Place& place) {
  std::size_t begin = 0;
  for (int i = 1; i < place.line; ++i) next_line(text, begin);
  std::vector<Fix> lines;
  for (int number = place.line; begin < text.size(); ++number) {
    const std::string_view line = next_line(text, begin);
    const bool first = lines.empty();
    if (first && !line.starts_with("int main(")) return {};
    if (!line.empty()) lines.push_back({{place.file, number}, "", std::string(line)});
    const bool whole = first && line.ends_with('}') && line.find('{') != line.npos;
    if (whole || (!first && line == "}")) return lines;
    if (first && !line.ends_with('{')) return {};
  }
  return {};
}

}  // namespace gridmark::compile
