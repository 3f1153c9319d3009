#include "grader/compile/line_directives.h"
#include "grader/core/ascii.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace gridmark {
namespace {

constexpr std::size_t longest_gap = 4096;  // blanks and comments inside a directive; more is suspicious

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r'; }
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || (c & 0x80) != 0;
}

/// A source without its joined lines (a backslash at a line's end), and where each byte was.
struct Joined {
  std::string text;
  std::vector<std::size_t> origin;
};

Joined join_lines(std::string_view source) {
  Joined joined;
  joined.text.reserve(source.size());
  joined.origin.reserve(source.size());
  for (std::size_t at = 0; at < source.size(); ++at) {
    if (source[at] == '\\') {
      std::size_t end = at + 1;
      while (end < source.size() && is_blank(source[end])) ++end;
      if (end < source.size() && source[end] == '\n') {
        at = end;
        continue;
      }
    }
    joined.text += source[at];
    joined.origin.push_back(at);
  }
  return joined;
}

class Search {
 public:
  explicit Search(std::string_view text) : text_(text) {}

  /// Whether the `#` or `%:` at `at`, `width` bytes wide, begins a directive about lines.
  bool is_line_directive(std::size_t at, std::size_t width) {
    if (!begins_line(at)) return false;
    const std::size_t begin = past_blanks(at + width);
    if (begin == npos) return true;
    const std::string_view first = word(begin);
    if (first == "line") return is_number_or_macro(past_blanks(begin + first.size()));
    if (first.empty() || !std::all_of(first.begin(), first.end(), is_digit)) return false;
    return is_file_or_end(past_blanks(begin + first.size()));
  }

 private:
  static constexpr std::size_t npos = std::string_view::npos;

  /// Whether nothing but blanks, or a comment's end, stands before `at` on its line.
  bool begins_line(std::size_t at) const {
    while (at > 0 && is_blank(text_[at - 1])) --at;
    return at == 0 || text_[at - 1] == '\n' || text_.substr(0, at).ends_with("*/");
  }

  /// npos: they go on for too long.
  std::size_t past_blanks(std::size_t at) const {
    if (at == npos) return npos;
    const std::size_t last = std::min(text_.size(), at + longest_gap);
    while (at < last) {
      if (is_blank(text_[at])) {
        ++at;
      } else if (text_.substr(at, 2) == "/*") {
        const std::size_t end = text_.substr(at + 2, longest_gap).find("*/");
        if (end == npos) return npos;
        at += 2 + end + 2;
      } else {
        return at;
      }
    }
    return at < text_.size() ? npos : at;
  }

  std::string_view word(std::size_t at) const {
    std::size_t end = at;
    while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]))) ++end;
    return text_.substr(at, end - at);
  }

  bool is_number_or_macro(std::size_t at) {
    if (at == npos) return true;
    const std::string_view next = word(at);
    return !next.empty() && (is_digit(next[0]) || is_macro(next));
  }

  bool is_file_or_end(std::size_t at) {
    if (at == npos || at >= text_.size() || text_[at] == '\n' || text_[at] == '"') return true;
    if (text_.substr(at, 2) == "//") return true;
    const std::string_view next = word(at);
    return !next.empty() && (text_.substr(at + next.size(), 1) == "\"" || is_macro(next));
  }

  /// A name that the source may define.
  bool is_macro(std::string_view name) {
    if (!knows_macros_) find_macros();
    return macros_.contains(name);
  }

  void find_macros() {
    knows_macros_ = true;
    constexpr std::string_view directive = "define";
    for (std::size_t at = text_.find(directive); at != npos; at = text_.find(directive, at + 1))
      if (const std::size_t begin = past_blanks(at + directive.size()); begin != npos)
        macros_.insert(word(begin));
  }

  std::string_view text_;
  bool knows_macros_ = false;
  std::set<std::string_view> macros_;
};

}  // namespace

std::optional<int> find_line_directive(std::string_view source) {
  const Joined joined = join_lines(source);
  Search search(joined.text);
  for (std::size_t at = 0; at < joined.text.size(); ++at) {
    const bool digraph = joined.text.compare(at, 2, "%:") == 0;
    if (joined.text[at] != '#' && !digraph) continue;
    if (!search.is_line_directive(at, digraph ? 2 : 1)) continue;
    const auto end = source.begin() + static_cast<std::ptrdiff_t>(joined.origin[at]);
    return 1 + static_cast<int>(std::count(source.begin(), end, '\n'));
  }
  return std::nullopt;
}

}  // namespace gridmark
