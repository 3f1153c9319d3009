#include "grader/report/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "base/utf8.h"

namespace gridmark::report {
namespace {

struct CodeRange {
  char32_t first, last;
};

template <std::size_t size>
bool in(const std::array<CodeRange, size>& ranges, char32_t value) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const CodeRange& range) { return value >= range.first && value <= range.last; });
}

/// Control characters, invisible characters, and characters that change the direction of text. With them a
/// file name could look like another one.
constexpr std::array deceptive{
    CodeRange{0x00, 0x1f},     CodeRange{0x7f, 0x9f},      CodeRange{0xad, 0xad},
    CodeRange{0x61c, 0x61c},   CodeRange{0x200b, 0x200b},  CodeRange{0x200e, 0x200f},
    CodeRange{0x2028, 0x202e}, CodeRange{0x2060, 0x206f},  CodeRange{0xfeff, 0xfeff},
    CodeRange{0xfff9, 0xfffb}, CodeRange{0xe0000, 0xe0fff}};

/// Combining marks, joiners and variation selectors of the scripts that names are likely to have.
constexpr std::array no_column{
    CodeRange{0x300, 0x36f},   CodeRange{0x483, 0x489},   CodeRange{0x591, 0x5bd},
    CodeRange{0x610, 0x61a},   CodeRange{0x64b, 0x65f},   CodeRange{0x200c, 0x200d},
    CodeRange{0x20d0, 0x20f0}, CodeRange{0xfe00, 0xfe0f}, CodeRange{0x1f3fb, 0x1f3ff}};

/// East Asian Width W and F (Unicode Standard Annex 11), approximately.
constexpr std::array two_columns{
    CodeRange{0x1100, 0x115f},   CodeRange{0x2e80, 0x303e},   CodeRange{0x3041, 0x33ff},
    CodeRange{0x3400, 0x4dbf},   CodeRange{0x4e00, 0x9fff},   CodeRange{0xa000, 0xa4cf},
    CodeRange{0xac00, 0xd7a3},   CodeRange{0xf900, 0xfaff},   CodeRange{0xfe30, 0xfe6f},
    CodeRange{0xff00, 0xff60},   CodeRange{0xffe0, 0xffe6},   CodeRange{0x1f300, 0x1f64f},
    CodeRange{0x1f680, 0x1f6ff}, CodeRange{0x1f900, 0x1faff}, CodeRange{0x20000, 0x3fffd}};

std::size_t columns_of(char32_t value) { return in(no_column, value) ? 0 : in(two_columns, value) ? 2 : 1; }

void append_escape(std::string& text, const CodePoint& point) {
  const auto value = static_cast<unsigned>(point.value);
  if (!point.valid || value < 0x20 || value == 0x7f) {
    if (value == '\n')
      text += "\\n";
    else if (value == '\t')
      text += "\\t";
    else if (value == '\r')
      text += "\\r";
    else
      fmt::format_to(std::back_inserter(text), "\\x{:02x}", value);
  } else {
    fmt::format_to(std::back_inserter(text), "\\u{{{:x}}}", value);
  }
}

/// The number of bytes of `text` that fit into `width` columns.
std::size_t fitting(std::string_view text, std::size_t width) {
  std::size_t at = 0, used = 0;
  while (at < text.size()) {
    const CodePoint point = first_code_point(text.substr(at));
    used += columns_of(point.value);
    if (used > width) break;
    at += point.length;
  }
  return at;
}

std::string with_tabs_expanded(std::string_view line) {
  std::string text;
  for (const char c : line) {
    if (c == '\t')
      text.append(8 - text.size() % 8, ' ');
    else
      text += c;
  }
  return text;
}

}  // namespace

std::string printable(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  while (!bytes.empty()) {
    const CodePoint point = first_code_point(bytes);
    if (point.valid && !in(deceptive, point.value))
      text += bytes.substr(0, point.length);
    else
      append_escape(text, point);
    bytes.remove_prefix(point.length);
  }
  return text;
}

std::vector<std::string> printable_lines(std::string_view bytes, std::size_t most) {
  std::vector<std::string> lines;
  while (!bytes.empty()) {
    if (lines.size() == most) {
      const auto more = std::count(bytes.begin(), bytes.end(), '\n') + (bytes.ends_with('\n') ? 0 : 1);
      lines.push_back(fmt::format("({} more line{})", more, more == 1 ? "" : "s"));
      break;
    }
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    std::string_view line = bytes.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(printable(with_tabs_expanded(line)));
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  return lines;
}

std::string printable_line(std::string_view bytes) {
  return bytes.empty() ? "" : printable_lines(bytes, 1).front();
}

std::size_t columns(std::string_view text) {
  std::size_t total = 0;
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    total += columns_of(point.value);
    text.remove_prefix(point.length);
  }
  return total;
}

std::string padded(std::string_view text, std::size_t width, std::string_view ellipsis) {
  std::string shown(text);
  if (columns(text) > width) {
    const std::size_t room = width - std::min(width, columns(ellipsis));
    shown = std::string(text.substr(0, fitting(text, room))) + std::string(ellipsis);
  }
  shown.append(width - std::min(width, columns(shown)), ' ');
  return shown;
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  while (columns(text) > width) {
    const std::size_t most = std::max(fitting(text, width), first_code_point(text).length);
    const std::size_t blank = text.substr(0, most + 1).rfind(' ');
    const std::size_t cut = blank == std::string_view::npos || blank == 0 ? most : blank;
    const std::string_view line = text.substr(0, cut);
    lines.emplace_back(line.substr(0, line.find_last_not_of(' ') + 1));
    text.remove_prefix(cut);
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  }
  if (!text.empty() || lines.empty()) lines.emplace_back(text);
  return lines;
}

}  // namespace gridmark::report
