#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace gridmark::rewrite {

/// `# 12 "file" 1 3`: the next line is line 12 of `file`.
struct LineMarker {
  int line = 1;
  std::string file;
  bool system = false;  ///< flag 3: the text below comes from a system header
};

/// Reads `line` (without its newline). Returns nothing if it is not a line marker.
std::optional<LineMarker> read_line_marker(std::string_view line);

}  // namespace gridmark::rewrite
