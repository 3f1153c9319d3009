#include "emulation/rewrite/line_marker.h"

#include <charconv>

namespace gridmark::rewrite {
namespace {

/// Takes a quoted file name off the front of `rest`. The preprocessor escapes quotes and backslashes.
std::optional<std::string> take_file(std::string_view& rest) {
  if (rest.empty() || rest[0] != '"') return std::nullopt;
  std::string file;
  for (std::size_t i = 1; i < rest.size(); ++i) {
    if (rest[i] == '"') {
      rest.remove_prefix(i + 1);
      return file;
    }
    if (rest[i] == '\\' && i + 1 < rest.size()) ++i;
    file += rest[i];
  }
  return std::nullopt;
}

}  // namespace

std::optional<LineMarker> read_line_marker(std::string_view line) {
  if (!line.starts_with("# ")) return std::nullopt;
  LineMarker marker;
  const char* end = line.data() + line.size();
  const auto [after, error] = std::from_chars(line.data() + 2, end, marker.line);
  if (error != std::errc{} || after == end || *after != ' ') return std::nullopt;
  std::string_view rest(after + 1, end);
  auto file = take_file(rest);
  if (!file) return std::nullopt;
  marker.file = std::move(*file);
  marker.system = rest.find('3') != std::string_view::npos;
  return marker;
}

}  // namespace gridmark::rewrite
