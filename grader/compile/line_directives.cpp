#include "grader/compile/line_directives.h"

#include <algorithm>

#include "grader/compile/directive_text.h"
#include "grader/core/ascii.h"

namespace gridmark::compile {
namespace {

constexpr std::size_t longest_gap = 4096;  // blanks and comments inside a directive. More is suspicious

class Search {
 public:
  explicit Search(std::string_view text) : text_(text) {}

  /// Whether the `#` or `%:` at `at` begins a line directive.
  bool is_line_directive(std::size_t at) const {
    if (!begins_line(at)) return false;
    const std::size_t begin = past_blanks(at + (text_[at] == '%' ? 2 : 1));
    if (begin == npos) return true;
    const std::string_view first = word(begin);
    return first == "line" || (!first.empty() && std::all_of(first.begin(), first.end(), is_digit));
  }

 private:
  static constexpr std::size_t npos = std::string_view::npos;

  /// Whether only blanks or a comment's end come before `at` on its line. A comment is kept where compilers
  /// differ about its end, which may be `*\/`.
  bool begins_line(std::size_t at) const {
    while (at > 0 && is_blank_of_line(text_[at - 1])) --at;
    return at == 0 || text_[at - 1] == '\n' || text_[at - 1] == '/';
  }

  /// The end of blanks and comments, or npos if they are too long.
  std::size_t past_blanks(std::size_t at) const {
    const std::size_t last = std::min(text_.size(), at + longest_gap);
    while (at < last) {
      if (is_blank_of_line(text_[at])) {
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
    while (end < text_.size() && is_of_name(text_[end])) ++end;
    return text_.substr(at, end - at);
  }

  std::string_view text_;
};

std::optional<std::size_t> first_line_directive(std::string_view source, BlankSplices splices) {
  const DirectiveText directives = directive_text(source, splices);
  const std::string_view text = directives.text;
  const Search search(text);
  for (std::size_t at = 0; at < text.size(); ++at)
    if ((text[at] == '#' || text.substr(at, 2) == "%:") && search.is_line_directive(at))
      return directives.origin[at];
  return std::nullopt;
}

}  // namespace

std::optional<int> find_line_directive(std::string_view source) {
  std::optional<std::size_t> first;
  for (const BlankSplices splices : {BlankSplices::join, BlankSplices::end_line})
    if (const auto found = first_line_directive(source, splices);
        found && found < first.value_or(source.size()))
      first = found;
  if (!first) return std::nullopt;
  return 1 + static_cast<int>(
                 std::count(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(*first), '\n'));
}

}  // namespace gridmark::compile
