#include "grader/report/markdown_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "grader/report/text.h"

namespace gridmark::report::markdown {
namespace {

std::size_t longest_run(std::string_view text, char wanted) {
  std::size_t longest = 0, run = 0;
  for (const char c : text) longest = std::max(longest, run = c == wanted ? run + 1 : 0);
  return longest;
}

/// GitHub looks for mentions, references and addresses after the escapes: "@name", "#12", "http://", "www.".
bool would_link(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at + 1);
  const char c = text[at];
  if (c == '@' || c == '#') return !rest.empty() && rest.front() != ' ';
  if (c == ':') return rest.starts_with("//");
  return (c == 'w' || c == 'W') && rest.starts_with('.');
}

}  // namespace

std::string escaped(std::string_view bytes) {
  std::string text;
  const std::string shown = printable(bytes);
  for (std::size_t at = 0; at < shown.size(); ++at) {
    const char c = shown[at];
    if (c == '<')
      text += "&lt;";
    else if (c == '>')
      text += "&gt;";
    else if (c == '&')
      text += "&amp;";
    else if (std::string_view("\\`*_[]|~").find(c) != std::string_view::npos)
      text += std::string("\\") + c;
    else
      text += c;
    if (would_link(shown, at)) text += "<!-- -->";
  }
  return text;
}

std::string code(std::string_view bytes) {
  std::string text = printable(bytes);
  std::string cell;
  for (const char c : text) cell += c == '|' ? "\\|" : std::string(1, c);
  if (cell.empty()) return "";
  const std::string fence(longest_run(cell, '`') + 1, '`');
  const bool blank = cell.front() == '`' || cell.back() == '`' || cell.front() == ' ';
  return fence + (blank ? " " : "") + cell + (blank ? " " : "") + fence;
}

std::string block(std::string_view bytes, std::size_t most) {
  const std::string text = fmt::format("{}", fmt::join(printable_lines(bytes, most), "\n"));
  const std::string fence(std::max<std::size_t>(3, longest_run(text, '`') + 1), '`');
  return fence + "text\n" + text + "\n" + fence + "\n";
}

}  // namespace gridmark::report::markdown
